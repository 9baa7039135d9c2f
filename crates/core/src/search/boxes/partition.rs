//! The result of an algorithm for boxes.

/// An equivalence class: its tuples, and the bounding box of all their people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoxClass {
    /// The tuples, ascending.
    pub tuples: Vec<u32>,
    /// Per column: the lowest and the highest leaf.
    pub ranges: Vec<(u32, u32)>,
    /// Rows of the table.
    pub rows: u64,
    /// People of the population; rows of the table if there is no population.
    pub people: u64,
    /// Tuples that are divided between classes, each with the number of its rows in this class. The
    /// rows of a tuple fill its classes in the order of the partition. Only relaxed Mondrian
    /// divides tuples.
    pub shares: Vec<(u32, u64)>,
}

/// Classes that contain every tuple once, or in shares that add up to it.
#[derive(Clone, Debug)]
pub struct Partition {
    /// In order of their first tuple, including classes without a row of the table.
    pub classes: Vec<BoxClass>,
    /// Regions that were examined.
    pub examined: u64,
    /// Whether the search was cut short.
    pub cut_short: bool,
}

impl Partition {
    /// These classes, in order.
    pub(super) fn new(mut classes: Vec<BoxClass>, examined: u64, cut_short: bool) -> Self {
        classes
            .sort_by(|one, other| (&one.tuples, &one.ranges).cmp(&(&other.tuples, &other.ranges)));
        Partition { classes, examined, cut_short }
    }
}
