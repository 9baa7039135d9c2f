//! What a judge found about one demand.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Demand, Figure};

/// A demand beside what the published table really has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Guarantee {
    /// The model's name.
    pub model: String,
    /// The sensitive column, where the model is about one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub column: Option<String>,
    /// The figure that was asked for.
    pub demanded: Figure,
    /// The figure that the table has.
    pub measured: Figure,
    /// Whether the demand is met, decided from the counts and not from the printed figure.
    pub holds: bool,
    /// Against whom the model protects.
    pub against: Cow<'static, str>,
    /// What holds of whole classes, where the demand is about groups within them: the least size
    /// of a class over the rows in an interval.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub window: Option<Figure>,
    /// Where it fails: the worst class and why, in words.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub worst: Option<String>,
    /// The worst set of quasi-identifiers, where the demand is made for whoever knows a limited number
    /// of them.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub subset: Vec<String>,
}

impl Guarantee {
    /// What was found about a demand, without words on where it fails.
    #[must_use]
    pub fn on(demand: &Demand, measured: Figure, holds: bool) -> Self {
        Guarantee {
            model: demand.model().to_owned(),
            column: demand.column().map(str::to_owned),
            demanded: demand.demanded(),
            measured,
            holds,
            against: Cow::Borrowed(demand.against()),
            window: None,
            worst: None,
            subset: Vec::new(),
        }
    }
}
