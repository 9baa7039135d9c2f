//! The flags that say what is known of the population.

use super::flag::{Flag, FlagValue};

pub(super) const PUBLIC: Flag =
    Flag::new("public", "TABLE", "The population, as a table with the quasi-identifiers")
        .takes(FlagValue::Table);

pub(super) const DISTRIBUTION: Flag = Flag::new(
    "distribution",
    "TABLE",
    "How the population is distributed, where there is no table of it: a table with the \
     quasi-identifiers and a column 'share'. `presence` then needs `population`",
)
.takes(FlagValue::Table);

pub(super) const SIZE: Flag = Flag::new(
    "population",
    "N",
    "How many people the population has, where there is no table of it",
);
