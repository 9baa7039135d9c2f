//! Options that are one of a few words.

use incrowd_columns::mask::cluster::Ties;
use incrowd_columns::mask::numbers::Grouping;
use incrowd_core::cost::{Cost, CostOver};
use incrowd_core::search::{ALGORITHMS, Algorithm, BoxEnds, Effort, Recoding};
use incrowd_core::terms::not_one_of;
use schemars::{Schema, SchemaGenerator, json_schema};
use serde::de::{Deserializer, Error};
use serde::ser::Serializer;
use serde_json::{Value, json};

use super::reading;
use crate::Order;
use crate::masking::{CellCounting, PublishedGroup};

/// What one of a few words stands for.
pub(super) trait Choice: Copy {
    /// Everything that can be chosen, in the order in which it is listed.
    fn all() -> Vec<Self>;

    /// The word.
    fn name(self) -> &'static str;

    /// A line about it, where the word does not say enough.
    fn about(self) -> Option<&'static str> {
        None
    }
}

/// Reads a word, and suggests the nearest where there is none such.
pub(super) fn deserialize<'de, T: Choice, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    let Some(word) = reading::word(deserializer)? else { return Ok(None) };
    let all = T::all();
    let found = all.iter().copied().find(|choice| choice.name() == word);
    found.map(Some).ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|choice| choice.name()).collect();
        D::Error::custom(not_one_of(&word, &names))
    })
}

/// Writes the word.
#[allow(clippy::ref_option, reason = "serde hands over a reference to the field")]
pub(super) fn serialize<T: Choice, S: Serializer>(
    choice: &Option<T>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match choice {
        Some(choice) => serializer.serialize_str(choice.name()),
        None => serializer.serialize_none(),
    }
}

/// The words, with a line about each where there is one.
pub(super) fn schema<T: Choice>(_: &mut SchemaGenerator) -> Schema {
    let all: Vec<Value> = T::all()
        .into_iter()
        .map(|choice| match choice.about() {
            Some(about) => json!({ "const": choice.name(), "description": about }),
            None => json!({ "const": choice.name() }),
        })
        .collect();
    json_schema!({ "oneOf": all })
}

impl Choice for Recoding {
    fn all() -> Vec<Self> {
        Recoding::ALL.to_vec()
    }

    fn name(self) -> &'static str {
        Recoding::name(self)
    }

    fn about(self) -> Option<&'static str> {
        Some(Recoding::about(self))
    }
}

impl Choice for Cost {
    fn all() -> Vec<Self> {
        Cost::ALL.to_vec()
    }

    fn name(self) -> &'static str {
        self.name
    }

    fn about(self) -> Option<&'static str> {
        Some(self.about)
    }
}

impl Choice for &'static dyn Algorithm {
    fn all() -> Vec<Self> {
        ALGORITHMS.to_vec()
    }

    fn name(self) -> &'static str {
        Algorithm::name(self)
    }
}

impl Choice for Grouping {
    fn all() -> Vec<Self> {
        Grouping::ALL.to_vec()
    }

    fn name(self) -> &'static str {
        Grouping::name(self)
    }
}

impl Choice for PublishedGroup {
    fn all() -> Vec<Self> {
        PublishedGroup::ALL.to_vec()
    }

    fn name(self) -> &'static str {
        PublishedGroup::name(self)
    }
}

impl Choice for BoxEnds {
    fn all() -> Vec<Self> {
        vec![BoxEnds::Values, BoxEnds::Nodes]
    }

    fn name(self) -> &'static str {
        BoxEnds::name(self)
    }
}

impl Choice for Order {
    fn all() -> Vec<Self> {
        vec![Order::Input, Order::Shuffled]
    }

    fn name(self) -> &'static str {
        Order::name(self)
    }
}

/// The forms that assume something about the distribution; the one that does not is an option of its own.
impl Choice for CellCounting {
    fn all() -> Vec<Self> {
        vec![CellCounting::Theorem, CellCounting::Exact, CellCounting::Simultaneous]
    }

    fn name(self) -> &'static str {
        CellCounting::name(self)
    }
}

/// Lists the words of types that have none of their own.
macro_rules! choices {
    ($($type:ident: $($variant:ident = $word:literal),+;)+) => {$(
        impl Choice for $type {
            fn all() -> Vec<Self> {
                vec![$($type::$variant),+]
            }

            fn name(self) -> &'static str {
                match self {
                    $($type::$variant => $word,)+
                }
            }
        }
    )+};
}

choices! {
    Effort: Fast = "fast", Normal = "normal", High = "high";
    CostOver: Members = "members", People = "public";
    Ties: Together = "together", Cut = "cut";
}

/// What an authority prints: rules about columns, or a threshold. `docs/regulators.md` has the sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Preset {
    /// Safe harbor of the privacy rule of HIPAA.
    HipaaSafeHarbor,
    /// Ontario's Information and Privacy Commissioner (2016), low potential invasion of privacy.
    IpcLow,
    /// The same, medium.
    IpcMedium,
    /// The same, high.
    IpcHigh,
    /// No cell of 1 to 10, as the Centers for Medicare & Medicaid Services ask (2017).
    SmallCells,
}

impl Preset {
    /// The k that it demands, if it is a threshold.
    #[must_use]
    pub fn k(self) -> Option<u64> {
        match self {
            Preset::HipaaSafeHarbor => None,
            Preset::IpcLow | Preset::SmallCells => Some(11),
            Preset::IpcMedium => Some(15),
            Preset::IpcHigh => Some(20),
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Preset::HipaaSafeHarbor => "hipaa-safe-harbor",
            Preset::IpcLow => "ipc-low",
            Preset::IpcMedium => "ipc-medium",
            Preset::IpcHigh => "ipc-high",
            Preset::SmallCells => "small-cells",
        }
    }
}

impl Choice for Preset {
    fn all() -> Vec<Self> {
        use Preset::{HipaaSafeHarbor, IpcHigh, IpcLow, IpcMedium, SmallCells};
        vec![HipaaSafeHarbor, IpcLow, IpcMedium, IpcHigh, SmallCells]
    }

    fn name(self) -> &'static str {
        Preset::name(self)
    }
}
