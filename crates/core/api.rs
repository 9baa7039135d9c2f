pub use incrowd_terms as terms;
pub mod anatomy {
    pub struct Anatomy {
        pub groups: u32,
        pub group_of: Vec<Vec<u32>>,
    }
    pub struct TooFrequent {
        pub secret: u32,
        pub rows: u64,
        pub most: u64,
    }
    pub fn anatomize(
        rows_per_secret: &[u64],
        l: u64,
        random: &mut impl Rng,
    ) -> Result<Anatomy, TooFrequent> {}
    pub fn nearest(demand: &Demand, size: u64) -> Option<Demand> {}
    pub fn size_for(demand: &Demand) -> Option<u64> {}
}
pub mod audit {
    pub struct Audit {
        pub samples: u64,
        pub reproduced: u64,
        pub presence: (Fraction, Fraction),
    }
    pub fn audit(
        frequency_set: &FrequencySet,
        classes: &[Vec<u32>],
        samples: u64,
        seed: [u8; 32],
        is_same: impl Fn(&FrequencySet) -> bool + Sync,
    ) -> Audit {}
    pub fn classes_of(
        frequency_set: &FrequencySet,
        hierarchies: &[Hierarchy],
        node: &Node,
    ) -> Vec<Vec<u32>> {}
}
pub mod cost {
    pub enum Basis {
        Cells(&'static dyn CellCost),
        Classes(&'static dyn ClassCost),
    }
    pub trait CellCost: Sync {
        fn column(&self, hierarchy: &Hierarchy, leaf_rows: &[u64]) -> ColumnPrice;
        fn adds_up(&self) -> bool {}
        fn range_loss(&self) -> Option<RangeLossFn> {}
    }
    pub enum Charge {
        Cells(Vec<ColumnPrice>),
        Classes(&'static dyn ClassCost),
    }
    pub trait ClassCost: Sync {
        fn of(&self, sizes: &mut dyn Iterator<Item = u64>, rows: u64) -> f64;
        fn with_at_most(&self, classes: u64, rows: u64) -> f64;
        fn suppressing(&self, size: u64, rows: u64) -> f64;
        fn objective(&self) -> Option<Objective> {}
    }
    pub struct ColumnPrice {
        pub scale: f64,
        pub whole: Vec<u128>,
        pub suppressing: Vec<Vec<u64>>,
    }
    pub struct Cost {
        pub name: &'static str,
        pub about: &'static str,
        pub basis: Basis,
    }
    pub enum Objective {
        Ranges,
        Squares,
        Count,
    }
    pub enum Over {
        Members,
        People,
    }
    pub struct Price {
        pub over: Over,
        pub charge: Charge,
    }
    pub struct RangeLoss {}
    pub type RangeLossFn = fn(&Hierarchy, f64, bool) -> RangeLoss;
}
pub mod encoded {
    pub struct Encoded {
        pub hierarchies: Vec<Hierarchy>,
        pub frequency_set: FrequencySet,
    }
    pub type PersonAttribute = (String, Vec<Fraction>);
    pub struct PopulationCounts<'a> {
        pub counter: &'a Counter,
        pub person_attributes: &'a [PersonAttribute],
        pub whole: u64,
    }
    pub struct Secret {
        pub column: String,
        pub kind: Kind,
        pub hierarchy: Option<Hierarchy>,
    }
}
pub mod frequency_set {
    pub struct FrequencySet {}
    pub struct SecretOrder {
        pub codes: Vec<u32>,
        pub places: usize,
    }
}
pub mod hierarchy {
    pub struct Bound {}
    pub trait Builder: fmt::Debug + Send + Sync {
        fn words(&self) -> String;
        fn build(&self, domain: &Domain<'_>) -> Result<Hierarchy, Fault>;
        fn listing(&self) -> Option<&Listing> {}
    }
    pub enum DateUnit {
        Day,
        Month,
        Quarter,
        Year,
        Decade,
    }
    pub struct Domain<'a> {
        pub column: &'a str,
        pub kind: Kind,
        pub values: &'a [(String, u64)],
        pub nulls: &'a Nulls,
    }
    pub enum Fault {
        BadSpec { spec: String, why: String },
        NoValues,
        TooManyValues,
        Repeated { value: String },
        TooTall { line: Option<u64>, levels: usize },
        Generalized { value: String },
        NotANumber { value: String, builder: &'static str },
        NotADate { value: String, builder: &'static str },
        TooManyDigits { value: String, width: String },
        OpenQuote { line: u64 },
        AfterQuote { line: u64 },
        OtherTop { line: u64, leaf: String, end: String, top: String },
        EmptyLabel { line: u64, leaf: String, level: usize },
        TwoParents {
            line: u64,
            first_line: u64,
            label: String,
            level: usize,
            parent: Box<str>,
            first_parent: Box<str>,
        },
        TwoChains { line: u64, first_line: u64, leaf: String },
        NamedMissing { line: Option<u64>, value: String, level: usize },
        NotNested { level: usize },
        SameLabel { label: String, level: usize },
        Lacking { values: Vec<String>, more: usize, untrimmed: bool },
        NotContiguous {
            line: u64,
            label: Box<str>,
            level: u32,
            value: String,
            gap: Box<str>,
            kind: incrowd_terms::Kind,
            column: Box<str>,
        },
        MixedIndentation { line: u64 },
        StrayIndentation { line: u64, label: String },
        Cycle { line: u64, first_line: u64, label: String },
    }
    pub struct Form {
        pub name: &'static str,
        pub example: &'static str,
        pub reading: Reading,
    }
    pub struct Hierarchy {}
    pub struct HierarchyError {}
    pub struct Listing {
        pub name: String,
        pub text: String,
    }
    pub struct Ordered<'a> {
        pub kind: Kind,
        pub missing: Vec<&'a str>,
        pub values: Vec<Value<'a>>,
    }
    pub enum Reading {
        Alone(fn() -> Spec),
        Parameters(fn(&Words<'_>) -> Result<Spec, Fault>),
        File(fn(Listing) -> Spec),
        Path(fn(Listing) -> Spec),
    }
    pub struct Scaffold {}
    pub struct Spec();
    pub enum Unread {
        Ready(Spec),
        File { name: Option<&'static str>, path: String, make: fn(Listing) -> Spec },
    }
    pub struct Value<'a> {
        pub text: &'a str,
        pub rows: u64,
        pub scalar: Scalar,
    }
    pub struct Words<'t> {
        pub text: &'t str,
        pub parameters: &'t str,
    }
    pub const BUILDERS: &[Form] = _;
    pub fn build(spec: &Spec, domain: &Domain<'_>) -> Result<Hierarchy, HierarchyError> {}
    pub fn forms() -> String {}
    pub fn looks_generalized(text: &str) -> bool {}
}
pub mod identifier {
    pub enum By {
        Name,
        Values { share: f64 },
        Both,
    }
    pub enum Content {
        PersonName,
        Street,
        City,
        County,
        Zip,
        Coordinates,
        BirthDate,
        BirthYear,
        DeathDate,
        EventDate,
        DatePart,
        Age,
        Phone,
        Fax,
        Email,
        SocialSecurity,
        MedicalRecord,
        HealthPlan,
        Account,
        Certificate,
        Vehicle,
        Device,
        Url,
        Network,
        Biometric,
        Photo,
        Code,
        FreeText,
    }
    pub struct Evidence {
        pub content: Content,
        pub by: By,
    }
    pub enum Identifier {
        Name,
        Geography,
        Date,
        Phone,
        Fax,
        Email,
        SocialSecurity,
        MedicalRecord,
        HealthPlan,
        Account,
        Certificate,
        Vehicle,
        Device,
        Url,
        Network,
        Biometric,
        Photo,
        Other,
    }
    pub struct Look {}
    pub fn by_name(column: &str) -> Option<Content> {}
    pub fn by_value(text: &str) -> Option<Content> {}
}
pub mod identify {
    pub struct Columns {}
    pub struct ColumnsBuilder {}
    pub enum ColumnsError {
        Uneven { column: usize, found: usize, expected: usize },
        Ragged { row: usize, found: usize, expected: usize },
        TooLong,
    }
    pub struct Domains();
    pub struct Draw {
        pub rows: u64,
        pub of: u64,
    }
    pub enum Ending {
        Exhausted,
        Size,
        Full,
        SearchControl,
    }
    pub struct Facts<'a> {
        pub name: &'a str,
        pub kind: Kind,
        pub rows: u64,
        pub distinct: u64,
        pub missing: u64,
        pub unique_rows: u64,
        pub evidence: Option<Evidence>,
        pub numbering: Numbering,
    }
    pub struct Measure {}
    pub struct MinimalSets {
        pub sets: Vec<Singling>,
        pub complete_to: usize,
        pub ending: Ending,
        pub checked: u64,
    }
    pub struct Numbering {}
    pub struct Request {
        pub alpha: Fraction,
        pub max_size: usize,
        pub most_sets: usize,
        pub among: Option<Vec<usize>>,
    }
    pub enum Role {
        Identifier,
        QuasiIdentifier,
        Sensitive,
        Plain,
    }
    pub struct Sample {
        pub columns: Columns,
        pub texts: Vec<Dictionary>,
        pub draw: Draw,
    }
    pub struct Sampler {}
    pub struct Singling {
        pub columns: Vec<usize>,
        pub unique_rows: u64,
    }
    pub struct Suggestion {
        pub role: Role,
        pub why: String,
    }
    pub struct Universe {
        pub people: u64,
    }
    pub fn minimal(
        columns: &Columns,
        request: &Request,
        control: &SearchControl,
    ) -> MinimalSets {}
    pub fn recognised(facts: &Facts<'_>) -> Option<Evidence> {}
    pub fn suggest(facts: &Facts<'_>) -> Suggestion {}
}
pub mod mask {
    pub struct Groups {}
    pub mod budget {
        pub struct Budget {
            pub values: Vec<u64>,
            pub loss: f64,
            pub bound: f64,
        }
        pub enum BudgetError {
            NoCells,
            NoValues(usize),
            Weight(usize),
        }
        pub struct Column {
            pub weight: f64,
            pub values: u64,
        }
        pub fn continuous(
            cells: u64,
            columns: &[Column],
        ) -> Result<Vec<f64>, BudgetError> {}
        pub fn whole(cells: u64, columns: &[Column]) -> Result<Budget, BudgetError> {}
    }
    pub mod cells {
        pub struct CellSize {}
        pub enum CellSizeError {
            KIsZero,
            BetaNotInside,
            TooFew { universe: u64, k: u64 },
        }
        pub struct DistributionFree {
            pub cells: u64,
            pub sparse: f64,
            pub residual: f64,
        }
    }
    pub mod cluster {
        pub enum Centre {
            Anywhere,
            Member,
        }
        pub enum ClusterError {
            TooFew { rows: u64, k: u64 },
            NotSorted,
            NotUsable,
            TooMany,
        }
        pub struct Clustering {
            pub groups: Groups,
            pub cost: f64,
        }
        pub enum Criterion {
            KCenter(Centre),
            KMedian,
            Cellular(Centre),
            SquaredError,
            RankDifference,
        }
        pub struct Line<V> {}
        pub enum Ties {
            Together,
            Cut,
        }
        pub trait Value: Copy + PartialOrd {
            fn minus(self, other: Self) -> DoubleDouble;
            fn is_usable(self) -> bool;
        }
        pub fn cluster<V: Value>(
            line: &Line<V>,
            k: u64,
            cost: Criterion,
            ties: Ties,
        ) -> Result<Clustering, ClusterError> {}
        pub fn cluster_at_most<V: Value>(
            line: &Line<V>,
            k: u64,
            most: u64,
            cost: Criterion,
            ties: Ties,
        ) -> Result<Clustering, ClusterError> {}
    }
    pub mod coding {
        pub struct Coding {}
        pub enum CodingError {
            NoLimit(String),
            Mixed(String, String),
            Crossed(String, String),
            None,
        }
    }
    pub mod level {
        pub fn lowest(values: &[u64], most: u64) -> Option<usize> {}
        pub fn occurring<'a>(
            hierarchy: &Hierarchy,
            texts: impl Iterator<Item = &'a str> + Clone,
        ) -> Vec<u64> {}
        pub fn possible(hierarchy: &Hierarchy) -> Vec<u64> {}
    }
    pub mod numbers {
        pub struct Group {
            pub low: f64,
            pub high: f64,
            pub centre: f64,
            pub rows: u64,
        }
        pub struct Grouped {
            pub groups: Vec<Group>,
            pub pieces: Vec<Piece>,
            pub error: Option<f64>,
            pub rank_difference: f64,
        }
        pub enum Grouping {
            Quantile,
            Sketch,
            KMedian,
            KCenter,
            Cellular,
            SquaredError,
        }
        pub struct Piece {
            pub value: usize,
            pub group: usize,
            pub rows: u64,
        }
        pub struct Room {
            pub k: u64,
            pub groups: u64,
        }
        pub fn mask(
            counts: &[(f64, u64)],
            room: Room,
            grouping: Grouping,
            ties: Ties,
            scale: Scale,
            may_stand: impl Fn(f64) -> bool,
        ) -> Result<Grouped, ClusterError> {}
    }
    pub mod pseudonym {
        pub struct Pseudonyms {}
        pub struct WeakKey(pub usize);
    }
    pub mod quantile {
        pub fn error(values: &[f64], masked: &[f64]) -> Option<f64> {}
        pub fn quantiles(rows: u64, k: u64) -> Option<Groups> {}
        pub fn quantiles_of<V: Value>(
            line: &Line<V>,
            k: u64,
        ) -> Result<Groups, ClusterError> {}
    }
    pub mod rounding {
        pub struct Rounding {}
    }
    pub mod scale {
        pub enum Scale {
            Number { decimals: u32, fixed: bool },
            Day,
            Second,
        }
    }
    pub mod stream {
        pub struct Bucket<V> {
            pub lo: V,
            pub hi: V,
            pub representative: V,
            pub off: u64,
            pub rows: u64,
        }
        pub struct Buckets<V> {}
        pub struct FoundRank<V> {
            pub rank: u64,
            pub value: V,
            pub below: u64,
            pub upto: u64,
        }
        pub struct Quantiles<V> {}
        pub struct Sample<V> {}
        pub struct Selection<V> {}
        pub struct Sketch<V> {}
        pub trait SortKey: Copy {
            fn key(self) -> u64;
            fn of_key(key: u64) -> Self;
        }
        pub enum StreamError {
            Rows(ClusterError),
            Changed,
        }
        pub fn room_for(rows: u64, ranks: u64) -> usize {}
        pub fn sample_rank(rank: u64, rows: u64, size: usize) -> usize {}
        pub fn sample_size(eps: f64, delta: f64) -> Option<usize> {}
    }
}
pub mod model {
    pub struct ClassCounts<'a> {
        pub rows: u64,
        pub people: u64,
        pub secrets: &'a [Histogram<'a>],
        pub person_attributes: &'a [Histogram<'a>],
    }
    pub struct CountConstraints {
        pub rows: u64,
        pub people: u64,
        pub everyone: u64,
        pub presence: Option<(Fraction, Fraction)>,
        pub complete: bool,
    }
    pub struct Dealing {}
    pub struct Histogram<'a> {
        pub values: &'a [u32],
        pub counts: &'a [u64],
    }
    pub trait Model: Send + Sync {
        fn holds(&self, class: &ClassCounts<'_>, whole: &Whole) -> bool;
        fn monotone(&self) -> Monotone;
        fn relative(&self) -> bool {}
        fn may_hold(&self, class: &ClassCounts<'_>, whole: &Whole) -> bool {}
        fn holds_unpublished(&self, _class: &ClassCounts<'_>) -> bool {}
        fn unmatched_presence(&self) -> Option<(Fraction, Fraction)> {}
        fn allows_suppression(&self) -> bool {}
        fn least_suppressed(&self, class: &ClassCounts<'_>, whole: &Whole) -> u64 {}
        fn bounds_suppression(&self) -> bool {}
        fn most_classes(&self, _whole: &Whole) -> u64 {}
        fn needs_secrets(&self) -> bool {}
        fn needs_person_attributes(&self) -> bool {}
        fn counts(&self, _gate: &mut CountConstraints) -> bool {}
        fn nearest(&self, class: &ClassCounts<'_>, whole: &Whole) -> Option<Demand>;
    }
    pub enum Monotone {
        No,
        Merge,
        Inclusion,
    }
    pub struct Setting<'a> {
        pub secret: usize,
        pub value: Option<u32>,
        pub numbers: &'a [Option<Scalar>],
        pub hierarchy: Option<&'a Hierarchy>,
        pub rows: u64,
        pub people: u64,
        pub candidates: f64,
        pub person_attributes: &'a [(String, Vec<Fraction>)],
    }
    pub struct Whole {
        pub rows: u64,
        pub secrets: Vec<Vec<u64>>,
    }
    pub fn most_groups(rows_per_value: &[u64], p: u64) -> u64 {}
    pub fn of(demand: &Demand, setting: &Setting<'_>) -> Box<dyn Model> {}
    pub fn of_dealt(
        demand: &Demand,
        setting: &Setting<'_>,
        least: u64,
    ) -> Box<dyn Model> {}
}
pub mod pages {
    pub enum Kind {
        Model,
        Algorithm,
    }
    pub struct Page {
        pub names: &'static [&'static str],
    }
    pub fn find(name: &str) -> Option<(Kind, &'static Page)> {}
}
pub mod publish {
    pub struct Census {}
    pub struct Deal {}
    pub enum Fate {
        Published,
        Suppressed,
    }
    pub struct Mapping<'a> {}
    pub struct Undealt {
        pub labels: Vec<u32>,
        pub rows: u64,
        pub demand: Demand,
    }
    pub struct Unknown {
        pub column: usize,
    }
}
pub mod randomised {
    pub struct Draw {
        pub members: u64,
        pub others: u64,
    }
    pub struct Selection {}
    pub struct Share {
        pub members: u64,
        pub people: u64,
    }
    pub fn limits(demand: &Demand) -> Option<(Fraction, Fraction)> {}
}
pub mod risk {
    pub struct Delta {
        pub least: Fraction,
        pub most: Fraction,
    }
    pub struct Exact {}
    pub struct Risk {}
    pub enum RiskError {
        PriorNotInside,
        NoMembers,
        NoPeople,
        MoreMembersThanPeople { members: u64, people: u64 },
        PriorBelowShare { members: u64, people: u64 },
        NoGain,
        NoCost,
        NoCostOut,
    }
    pub struct Stakes {
        pub prior: Fraction,
        pub members: u64,
        pub people: u64,
        pub cost: Fraction,
        pub gain: Fraction,
        pub cost_out: Option<Fraction>,
    }
    pub const PARTS: u64 = _;
}
pub mod safe_harbor {
    pub enum AgeError {
        NotAnAge { value: String },
        Impossible { value: String },
    }
    pub enum DateError {
        NotADate { value: String },
        ShortYear { value: String },
        Unborn { value: String, reference: String },
        NoReference { value: String },
    }
    pub struct Reference();
    pub enum Treatment {
        Drop,
        Zip3,
        Year,
        BirthYear,
        Age,
        Keep,
    }
    pub struct Zip3();
    pub enum ZipError {
        NotAZip { value: String },
        LostZero { value: String, digits: usize },
        NotAnArea { value: String },
        TwoPopulations { area: String, first: u64, second: u64 },
    }
    pub fn age(text: &str) -> Result<String, AgeError> {}
    pub fn birth(date: &str, reference: Reference) -> Result<String, DateError> {}
    pub fn year(date: &str) -> Result<String, DateError> {}
}
pub mod search {
    pub trait Algorithm: Sync {
        fn name(&self) -> &'static str;
        fn recoding(&self) -> Recoding;
        fn minimises(&self, cost: Cost) -> bool;
        fn suppresses(&self) -> bool {}
        fn heeds_effort(&self) -> bool {}
        fn promises(&self, _demand: &Demand) -> bool {}
        fn find(&self, search: &Search<'_>, control: &SearchControl) -> Outcome;
    }
    pub enum Effort {
        Fast,
        Normal,
        High,
    }
    pub enum Family {
        FullDomain,
        Cuts,
        DisjointBoxes,
    }
    pub enum Found {
        Node(Node),
        Boxes(Partition),
    }
    pub struct Method {
        pub algorithm: &'static dyn Algorithm,
        pub effort: Effort,
        pub cost: Cost,
        pub over: Over,
        pub overlap: bool,
        pub all_minimal: bool,
        pub deal: bool,
    }
    pub struct Nearest {
        pub demand: Option<Demand>,
        pub strictest: bool,
    }
    pub struct Outcome {
        pub found: Option<Found>,
        pub lower_bound: Option<f64>,
        pub family: Family,
        pub nodes: u128,
        pub checked: u64,
        pub proven: bool,
        pub cut_short: bool,
        pub smallest_k: Option<u64>,
        pub minimal: Option<MinimalNodes>,
        pub remark: Option<String>,
    }
    pub struct Progress {
        pub checked: u64,
        pub best: Option<f64>,
        pub lower_bound: f64,
    }
    pub enum Recoding {
        FullDomain,
        Multidimensional,
        Local,
        Anatomy,
        Randomised,
    }
    pub struct Scope {
        pub levels: Vec<RangeInclusive<u8>>,
        pub weights: Vec<f64>,
        pub by_values: Vec<bool>,
        pub limit: u64,
    }
    pub struct Search<'a> {}
    pub struct SearchControl {
        pub most_checks: Option<u64>,
    }
    pub static ALGORITHMS: &[&dyn Algorithm] = _;
    pub fn algorithm(name: &str) -> Option<&'static dyn Algorithm> {}
    pub mod boxes {
        pub use crate::model::CountConstraints;
        pub struct BoxClass {
            pub tuples: Vec<u32>,
            pub ranges: Vec<(u32, u32)>,
            pub rows: u64,
            pub people: u64,
            pub shares: Vec<(u32, u64)>,
        }
        pub struct BoxProblem<'a> {}
        pub enum Boxes<'h> {
            Ranges,
            Nodes(&'h [Hierarchy]),
        }
        pub enum Cuts<'h> {
            Leaves,
            Nodes(&'h [Hierarchy]),
        }
        pub enum ExactResult {
            Optimum(Partition),
            Impossible,
            GaveUp,
        }
        pub struct Partition {
            pub classes: Vec<BoxClass>,
            pub examined: u64,
            pub cut_short: bool,
        }
    }
    pub mod lattice {
        pub struct Evaluation {
            pub cost: Option<f64>,
            pub suppressed: u64,
            pub classes: u64,
            pub too_many_classes: bool,
        }
        pub struct MinimalNodes {
            pub nodes: Vec<(Node, Evaluation)>,
            pub checked: u64,
            pub finished: bool,
        }
        pub struct Node(pub Vec<u8>);
        pub struct OptimalResult {
            pub best: Option<(Node, Evaluation)>,
            pub lower_bound: f64,
            pub nodes: u128,
            pub checked: u64,
            pub proven: bool,
        }
        pub struct Problem<'a> {}
    }
}
pub mod table {
    pub struct Counter {}
    pub struct Dictionary {}
    pub struct Uniqueness {}
}
impl Audit {
    pub fn interval(&self) -> Option<(f64, f64)> {}
}
impl Bound {
    pub fn read(text: &str) -> Option<Bound> {}
    pub fn text(&self) -> &str {}
}
impl BoxProblem<'_> {
    pub fn mondrian_smallest_k(
        &self,
        control: &SearchControl,
    ) -> Option<(u64, Partition)> {}
}
impl BoxProblem<'_> {
    pub fn mpalm(
        &self,
        columns: ColumnStrategy,
        values: ValueStrategy,
        control: &SearchControl,
    ) -> Option<Partition> {}
}
impl BoxProblem<'_> {
    pub fn lower_bound(&self, effort: Effort, control: &SearchControl) -> Option<f64> {}
    pub fn row_bound(
        &self,
        boxes: Boxes<'_>,
        effort: Effort,
        control: &SearchControl,
    ) -> Option<f64> {}
}
impl BoxProblem<'_> {
    pub fn cluster(
        &self,
        start: Option<&Partition>,
        control: &SearchControl,
    ) -> Option<Partition> {}
    pub fn cluster_overlapping(
        &self,
        start: Option<&Partition>,
        control: &SearchControl,
    ) -> Option<Partition> {}
}
impl BoxProblem<'_> {
    pub fn exact(
        &self,
        boxes: Boxes<'_>,
        known: Option<&Partition>,
        most: usize,
        control: &SearchControl,
    ) -> ExactResult {}
}
impl BoxProblem<'_> {
    pub fn guided(&self, effort: Effort, control: &SearchControl) -> Option<Partition> {}
    pub fn guided_by(
        &self,
        objective: Objective,
        effort: Effort,
        control: &SearchControl,
    ) -> Option<Partition> {}
}
impl BoxProblem<'_> {
    pub fn mondrian(
        &self,
        places: Cuts<'_>,
        control: &SearchControl,
    ) -> Option<Partition> {}
    pub fn mondrian_relaxed(&self, control: &SearchControl) -> Option<Partition> {}
}
impl<'a> BoxProblem<'a> {
    pub fn new(
        frequency_set: &'a FrequencySet,
        models: &'a [Box<dyn Model>],
        range_losses: Vec<RangeLoss>,
        over_people: bool,
    ) -> Self {}
    pub fn tuples(&self) -> usize {}
    pub fn columns(&self) -> usize {}
    pub fn codes(&self, tuple: u32) -> &[u32] {}
    pub fn rows(&self) -> &[u64] {}
    pub fn people(&self) -> &[u64] {}
    pub fn weights(&self) -> &[u64] {}
    pub fn range_losses(&self) -> &[RangeLoss] {}
    pub fn holds(&self, tuples: &[u32]) -> bool {}
    pub fn class(&self, mut tuples: Vec<u32>) -> BoxClass {}
    pub fn box_loss(&self, ranges: &[(u32, u32)]) -> f64 {}
    pub fn total_weight(&self) -> f64 {}
    pub fn loss(&self, partition: &Partition) -> f64 {}
}
impl<V: SortKey> Buckets<V> {
    pub fn new(list: Vec<Bucket<V>>) -> Option<Self> {}
    pub fn list(&self) -> &[Bucket<V>] {}
    pub fn place(&self, value: V) -> usize {}
    pub fn of(&self, value: V) -> &Bucket<V> {}
    pub fn smallest(&self) -> u64 {}
}
impl Budget {
    pub fn is_proven(&self) -> bool {}
    pub fn cursed(&self, columns: &[Column]) -> Vec<usize> {}
}
impl CellSize {
    pub fn new(universe: u64, k: u64, beta: Fraction) -> Result<Self, CellSizeError> {}
    pub fn theorem_bound(&self) -> f64 {}
    pub fn theorem(&self) -> u64 {}
    pub fn exact(&self) -> u64 {}
    pub fn simultaneous(&self) -> u64 {}
    pub fn distribution_free(&self) -> DistributionFree {}
    pub fn probability(&self, cells: u64) -> f64 {}
    pub fn failure_of(&self, share: f64) -> f64 {}
}
impl Census {
    pub fn add(&mut self, labels: &[u32], secrets: &[u32]) {}
    pub fn absorb(&mut self, other: Census) {}
}
impl Coding {
    pub fn new(bottom: Option<&str>, top: Option<&str>) -> Result<Self, CodingError> {}
    pub fn kind(&self) -> Kind {}
    pub fn of<'a>(&'a self, text: &'a str) -> Option<&'a str> {}
}
impl ColumnPrice {
    pub fn per_node(
        hierarchy: &Hierarchy,
        leaf_rows: &[u64],
        star: u64,
        scale: f64,
        units: impl Fn(usize, u32) -> u64,
    ) -> ColumnPrice {}
}
impl Columns {
    pub fn new(codes: Vec<Vec<u32>>) -> Result<Self, ColumnsError> {}
    pub fn rows(&self) -> u64 {}
    pub fn width(&self) -> usize {}
    pub fn distinct(&self, column: usize) -> u64 {}
    pub fn codes(&self, column: usize) -> &[u32] {}
}
impl ColumnsBuilder {
    pub fn new(width: usize) -> Self {}
    pub fn add<'a>(
        &mut self,
        cells: impl IntoIterator<Item = &'a str, IntoIter: ExactSizeIterator>,
    ) -> Result<(), ColumnsError> {}
    pub fn merge(mut self, other: ColumnsBuilder) -> ColumnsBuilder {}
    pub fn finish(self) -> Result<(Columns, Vec<Dictionary>), ColumnsError> {}
}
impl Content {
    pub fn identifier(self) -> Option<Identifier> {}
    pub fn plural(self) -> &'static str {}
}
impl fmt::Display for Content {}
impl Cost {
    pub const AVERAGE_CLASS: Cost = Cost {
        name: "average-class",
        about: "the rows of the table per published class",
        basis: Basis::Classes(&AverageClass),
    };
}
impl Cost {
    pub const DISCERNIBILITY: Cost = Cost {
        name: "discernibility",
        about: "the rows that each row cannot be told from, added up",
        basis: Basis::Classes(&Discernibility),
    };
}
impl Cost {
    pub const ENTROPY: Cost = Cost {
        name: "entropy",
        about: "the share of each column's information that is lost",
        basis: Basis::Cells(&NonUniformEntropy),
    };
}
impl Cost {
    pub const HEIGHT: Cost = Cost {
        name: "height",
        about: "the sum of the levels",
        basis: Basis::Cells(&Height),
    };
}
impl Cost {
    pub const LOSS: Cost = Cost {
        name: "loss",
        about: "the share of other values that a cell could be",
        basis: Basis::Cells(&Loss),
    };
}
impl Cost {
    pub const LOSS_RATIO: Cost = Cost {
        name: "loss-ratio",
        about: "the share of all values that a cell could be, 0 if kept",
        basis: Basis::Cells(&LossRatio),
    };
}
impl Cost {
    pub const PRECISION: Cost = Cost {
        name: "precision",
        about: "how far up its hierarchy a cell was moved",
        basis: Basis::Cells(&Precision),
    };
}
impl Cost {
    pub const ALL: &[Cost] = &[
        Cost::LOSS,
        Cost::LOSS_RATIO,
        Cost::DISCERNIBILITY,
        Cost::AVERAGE_CLASS,
        Cost::PRECISION,
        Cost::HEIGHT,
        Cost::ENTROPY,
    ];
    pub fn from_name(name: &str) -> Option<Cost> {}
    pub fn price(
        self,
        frequency_set: &FrequencySet,
        hierarchies: &[Hierarchy],
        weights: &[f64],
        over: Over,
    ) -> Price {}
}
impl fmt::Debug for Cost {}
impl PartialEq for Cost {}
impl Eq for Cost {}
impl Counter {
    pub fn new(qi: usize, secrets: usize) -> Self {}
    pub fn add<'a>(
        &mut self,
        qi: impl Iterator<Item = &'a str>,
        secrets: impl Iterator<Item = &'a str>,
    ) {}
    pub fn add_many<'a>(
        &mut self,
        qi: impl Iterator<Item = &'a str>,
        secrets: impl Iterator<Item = &'a str>,
        rows: u64,
    ) {}
    pub fn merge(mut self, other: Counter) -> Counter {}
    pub fn rows(&self) -> u64 {}
    pub fn tuples(&self) -> usize {}
    pub fn rows_of<'a>(&self, qi: impl Iterator<Item = &'a str>) -> u64 {}
    pub fn values(&self, qi: usize) -> &Dictionary {}
    pub fn secret_values(&self, secret: usize) -> &Dictionary {}
    pub fn value_counts(&self, qi: usize) -> Vec<u64> {}
}
impl fmt::Display for DateUnit {}
impl Deal {
    pub fn new(
        census: Census,
        domains: &[usize],
        dealing: &Dealing,
        random: &mut impl Rng,
    ) -> Result<Deal, Undealt> {}
    pub fn groups(&self) -> u64 {}
    pub fn group(&mut self, labels: &[u32], secrets: &[u32]) -> Option<u64> {}
}
impl Dealing {
    pub fn least_rows(demands: &[Demand]) -> u64 {}
    pub fn new<'s>(
        demands: &[Demand],
        setting: impl Fn(&Demand) -> Setting<'s>,
    ) -> Self {}
}
impl Dictionary {
    pub fn intern(&mut self, text: &str) -> u32 {}
    pub fn code(&self, text: &str) -> Option<u32> {}
    pub fn text(&self, code: u32) -> &str {}
    pub fn len(&self) -> usize {}
    pub fn is_empty(&self) -> bool {}
    pub fn iter(&self) -> impl Iterator<Item = &str> + Clone {}
}
impl DistributionFree {
    pub fn failure(&self) -> f64 {}
}
impl<'a> Domain<'a> {
    pub fn ordered_as(&self, kind: Kind) -> Result<Ordered<'a>, &'a str> {}
    pub fn by_text(&self) -> Ordered<'a> {}
    pub fn ordered(&self) -> Ordered<'a> {}
}
impl Domains {
    pub fn new(sizes: Vec<u64>) -> Self {}
    pub fn of(columns: &Columns) -> Self {}
    pub fn set(&mut self, column: usize, size: u64) {}
    pub fn sizes(&self) -> &[u64] {}
    pub fn product(&self, set: &[usize]) -> f64 {}
}
impl Draw {
    pub fn is_whole(self) -> bool {}
    pub fn margin(self, width: usize, max_size: usize, confidence: Fraction) -> f64 {}
    pub fn lowered(self, alpha: Fraction, margin: f64) -> Option<Fraction> {}
    pub fn rows_needed(
        alpha: Fraction,
        width: usize,
        max_size: usize,
        confidence: Fraction,
    ) -> u64 {}
}
impl Draw {
    pub fn within(least: Fraction, most: Fraction, share: Share) -> Option<Draw> {}
    pub fn keeps(self, least: Fraction, most: Fraction, share: Share) -> bool {}
    pub fn posteriors(self, share: Share) -> (Option<Fraction>, Option<Fraction>) {}
}
impl Encoded {
    pub fn new(
        members: &Counter,
        population: Option<PopulationCounts<'_>>,
        hierarchies: Vec<Hierarchy>,
        secrets: Vec<Secret>,
        nulls: &Nulls,
    ) -> Encoded {}
    pub fn secrets(&self) -> &[Secret] {}
    pub fn code(&self, secret: usize, text: &str) -> Option<u32> {}
    pub fn spelling(&self, secret: usize, text: &str) -> Option<u32> {}
    pub fn secret_domains(&self) -> Vec<usize> {}
    pub fn secret_texts(&self, secret: usize) -> Vec<&str> {}
    pub fn spelling_texts(&self, secret: usize) -> Vec<&str> {}
    pub fn by_spelling<T>(&self, secret: usize, given: Vec<Vec<T>>) -> Vec<Vec<T>> {}
    pub fn model(&self, demand: &Demand, deal: Option<u64>) -> Box<dyn Model> {}
    pub fn setting(&self, demand: &Demand) -> Setting<'_> {}
}
impl fmt::Display for Evidence {}
impl Exact {
    pub fn floor_share(&self, parts: u64) -> Fraction {}
    pub fn ceil_share(&self, parts: u64) -> Fraction {}
    pub fn to_f64(&self) -> f64 {}
}
impl From<Fraction> for Exact {}
impl From<u64> for Exact {}
impl PartialOrd for Exact {}
impl Ord for Exact {}
impl fmt::Display for Exact {}
impl Family {
    pub fn name(self) -> &'static str {}
}
impl Form {
    pub fn read(&self, text: &str) -> Result<Unread, HierarchyError> {}
}
impl Found {
    pub fn levels(&self, columns: &[String]) -> BTreeMap<String, usize> {}
}
impl FrequencySet {
    pub fn new(
        members: &Counter,
        population: Option<&Counter>,
        hierarchies: &[Hierarchy],
        secrets: &[SecretOrder],
        person_attributes: &[SecretOrder],
    ) -> FrequencySet {}
    pub fn rows(&self) -> u64 {}
    pub fn people(&self) -> u64 {}
    pub fn is_within_population(&self) -> bool {}
    pub fn with_members(&self, rows: Vec<u64>) -> FrequencySet {}
    pub fn whole(&self) -> Whole {}
    pub fn people_of(&self, tuple: u32) -> u64 {}
    pub fn rows_of(&self, tuple: u32) -> u64 {}
    pub fn code(&self, column: usize, tuple: u32) -> u32 {}
    pub fn tuples(&self) -> usize {}
    pub fn columns(&self) -> usize {}
}
impl Grouping {
    pub const ALL: [Grouping; 6] = [
        Grouping::Quantile,
        Grouping::Sketch,
        Grouping::KMedian,
        Grouping::KCenter,
        Grouping::Cellular,
        Grouping::SquaredError,
    ];
    pub fn named(name: &str) -> Option<Grouping> {}
    pub fn name(self) -> &'static str {}
}
impl Groups {
    pub fn new(ends: Vec<u64>) -> Option<Self> {}
    pub fn len(&self) -> usize {}
    pub fn is_empty(&self) -> bool {}
    pub fn ends(&self) -> &[u64] {}
    pub fn rows(&self) -> impl Iterator<Item = Range<u64>> + '_ {}
    pub fn medians(&self) -> impl Iterator<Item = u64> + '_ {}
    pub fn smallest(&self) -> Option<u64> {}
    pub fn rank_difference(&self) -> u128 {}
}
impl Hierarchy {
    pub fn to_csv(&self) -> String {}
    pub fn outline(&self, max_lines: usize) -> String {}
}
impl Hierarchy {
    pub fn kind(&self) -> Kind {}
    pub fn leaves(&self) -> usize {}
    pub fn height(&self) -> usize {}
    pub fn leaf(&self, code: u32) -> &str {}
    pub fn code(&self, text: &str) -> Option<u32> {}
    pub fn nodes(&self, level: usize) -> usize {}
    pub fn node_of(&self, level: usize) -> &[u32] {}
    pub fn label(&self, level: usize, node: u32) -> &str {}
    pub fn span(&self, level: usize, node: u32) -> Range<u32> {}
    pub fn chain(&self, code: u32) -> Vec<&str> {}
}
impl PartialEq for Hierarchy {}
impl Eq for Hierarchy {}
impl HierarchyError {
    pub fn in_column(mut self, column: &str) -> Self {}
    pub fn fault(&self) -> &Fault {}
    pub fn column(&self) -> Option<&str> {}
    pub fn file(&self) -> Option<&str> {}
    pub fn line(&self) -> Option<u64> {}
    pub fn value(&self) -> Option<&str> {}
}
impl fmt::Display for HierarchyError {}
impl std::error::Error for HierarchyError {}
impl Identifier {
    pub const ALL: [Identifier; 18] = [
        Identifier::Name,
        Identifier::Geography,
        Identifier::Date,
        Identifier::Phone,
        Identifier::Fax,
        Identifier::Email,
        Identifier::SocialSecurity,
        Identifier::MedicalRecord,
        Identifier::HealthPlan,
        Identifier::Account,
        Identifier::Certificate,
        Identifier::Vehicle,
        Identifier::Device,
        Identifier::Url,
        Identifier::Network,
        Identifier::Biometric,
        Identifier::Photo,
        Identifier::Other,
    ];
    pub fn letter(self) -> char {}
    pub fn name(self) -> &'static str {}
    pub fn rule(self) -> &'static str {}
}
impl fmt::Display for Identifier {}
impl Kind {
    pub const ALL: [Kind; 2] = [Kind::Model, Kind::Algorithm];
    pub fn pages(self) -> &'static [Page] {}
    pub fn outline(self) -> &'static [&'static str] {}
}
impl<V: Value> Line<V> {
    pub fn of_rows(rows: &[V]) -> Result<Self, ClusterError> {}
    pub fn of_counts(
        counts: impl IntoIterator<Item = (V, u64)>,
    ) -> Result<Self, ClusterError> {}
    pub fn rows(&self) -> u64 {}
    pub fn values(&self) -> usize {}
}
impl Look {
    pub fn see(&mut self, cell: &str, rows: u64) {}
    pub fn merge(mut self, other: Look) -> Look {}
    pub fn evidence(&self, column: &str) -> Option<Evidence> {}
    pub fn stricter(&self, found: Option<Evidence>) -> Option<Evidence> {}
}
impl<'a> Mapping<'a> {
    pub fn of_node(
        hierarchies: &'a [Hierarchy],
        problem: &Problem<'_>,
        node: &Node,
    ) -> Self {}
    pub fn as_it_is(hierarchies: &'a [Hierarchy]) -> Self {}
    pub fn of_boxes(
        hierarchies: &'a [Hierarchy],
        problem: &BoxProblem<'_>,
        partition: &Partition,
    ) -> Self {}
    pub fn is_ordered(&self) -> bool {}
    pub fn shuffle(&self, random: &mut impl Rng) {}
    pub fn row<'c>(
        &self,
        cells: impl Iterator<Item = &'c str>,
        labels: &mut Vec<u32>,
    ) -> Result<Fate, Unknown> {}
    pub fn text(&self, column: usize, label: u32) -> &str {}
    pub fn keeps(&self, column: usize) -> bool {}
}
impl Measure {
    pub fn of(columns: &Columns, set: &[usize]) -> Self {}
    pub fn rows(&self) -> u64 {}
    pub fn unique_rows(&self) -> u64 {}
    pub fn classes(&self) -> u64 {}
    pub fn smallest_class(&self) -> u64 {}
    pub fn class_sizes(&self) -> &[(u64, u64)] {}
    pub fn unique_fraction(&self) -> Option<Fraction> {}
    pub fn distinction(&self) -> Option<Fraction> {}
    pub fn separation(&self) -> Option<Fraction> {}
    pub fn identifies(&self, alpha: Fraction) -> bool {}
}
impl Default for Method {}
impl From<Recoding> for Method {}
impl Method {
    pub fn recoding(&self) -> Recoding {}
    pub fn most_checks(&self) -> Option<u64> {}
}
impl Node {
    pub fn height(&self) -> u32 {}
    pub fn specializes(&self, other: &Node) -> bool {}
    pub fn by_column<L: From<u8>, M: FromIterator<(String, L)>>(
        &self,
        columns: &[String],
    ) -> M {}
}
impl fmt::Display for Node {}
impl Numbering {
    pub fn see(&mut self, cell: &str, rows: u64) {}
    pub fn merge(self, other: Numbering) -> Numbering {}
    pub fn counts(&self, distinct: u64) -> bool {}
}
impl Page {
    pub fn text(&self) -> String {}
    pub fn promise(&self) -> String {}
}
impl Problem<'_> {
    pub fn samarati(&self, control: &SearchControl) -> SamaratiResult {}
}
impl Problem<'_> {
    pub fn smallest_k(
        &self,
        of_whom: Over,
        control: &SearchControl,
    ) -> Option<SmallestKResult> {}
}
impl Problem<'_> {
    pub fn spalm(&self, control: &SearchControl) -> SpalmResult {}
}
impl Problem<'_> {
    pub fn minimal(&self, control: &SearchControl) -> MinimalNodes {}
}
impl Problem<'_> {
    pub fn optimal(&self, control: &SearchControl) -> OptimalResult {}
    pub fn examine(&self, node: &Node) -> Evaluation {}
}
impl<'a> Problem<'a> {
    pub fn new(
        frequency_set: &'a FrequencySet,
        hierarchies: &'a [Hierarchy],
        levels: &[RangeInclusive<u8>],
        models: &'a [Box<dyn Model>],
        price: Price,
        limit: u64,
    ) -> Self {}
    pub fn without_conditions(mut self) -> Self {}
    pub fn with_memory(mut self, nodes: u128) -> Self {}
    pub fn nodes(&self) -> u128 {}
    pub fn bottom(&self) -> &Node {}
    pub fn top(&self) -> &Node {}
    pub fn hierarchies(&self) -> &'a [Hierarchy] {}
    pub fn suppressed_classes(&self, node: &Node) -> Vec<Vec<u32>> {}
}
impl Pseudonyms {
    pub fn new(key: &[u8]) -> Result<Self, WeakKey> {}
    pub fn of(&self, value: &str) -> String {}
}
impl<V: SortKey> Quantiles<V> {
    pub fn new(k: u64, room: usize) -> Self {}
    pub fn at_most(self, buckets: u64) -> Self {}
    pub fn add(&mut self, values: &[V]) {}
    pub fn merge(&mut self, other: Self) {}
    pub fn end_pass(&mut self) -> Result<Option<Buckets<V>>, StreamError> {}
    pub fn passes(&self) -> u32 {}
    pub fn passes_left(&self) -> u64 {}
    pub fn held(&self) -> usize {}
}
impl RangeLoss {
    pub fn new(positions: Vec<f64>, step: f64) -> Self {}
    pub fn by_leaves(hierarchy: &Hierarchy, weight: f64) -> Self {}
    pub fn by_ratio(hierarchy: &Hierarchy, weight: f64) -> Self {}
    pub fn by_values(hierarchy: &Hierarchy, weight: f64) -> Self {}
    pub fn loss(&self, low: u32, high: u32) -> f64 {}
    pub fn positions(&self) -> &[f64] {}
    pub fn step(&self) -> f64 {}
}
impl Recoding {
    pub const ALL: [Recoding; 5] = [
        Recoding::FullDomain,
        Recoding::Multidimensional,
        Recoding::Local,
        Recoding::Anatomy,
        Recoding::Randomised,
    ];
    pub fn name(self) -> &'static str {}
    pub fn about(self) -> &'static str {}
    pub fn from_name(name: &str) -> Option<Recoding> {}
    pub fn algorithm(self) -> &'static dyn Algorithm {}
}
impl FromStr for Reference {}
impl Request {
    pub fn new(alpha: Fraction) -> Self {}
}
impl Risk {
    pub fn new(stakes: &Stakes) -> Result<Risk, RiskError> {}
    pub fn share(&self) -> &Exact {}
    pub fn upper(&self) -> Exact {}
    pub fn lower(&self) -> Exact {}
    pub fn delta(&self) -> Delta {}
    pub fn posterior(&self, presence: &Exact) -> Exact {}
    pub fn pair_gap(&self, delta: &Delta) -> Exact {}
    pub fn allows(&self, delta: &Delta) -> bool {}
}
impl RiskError {
    pub fn figure(&self) -> &'static str {}
}
impl Role {
    pub fn name(self) -> &'static str {}
}
impl fmt::Display for Role {}
impl Room {
    pub fn of(rows: u64, groups: u64) -> Option<Room> {}
}
impl Rounding {
    pub fn new(width: &str) -> Option<Self> {}
    pub fn of(&self, text: &str) -> Option<String> {}
}
impl<V: SortKey> Sample<V> {
    pub fn new(size: usize, seed: u64) -> Self {}
    pub fn add(&mut self, first: u64, values: &[V]) {}
    pub fn merge(&mut self, other: &Self) {}
    pub fn rows(&self) -> u64 {}
    pub fn draws(&self) -> Vec<V> {}
}
impl Sampler {
    pub fn new(width: usize, most: u64, seed: u64) -> Self {}
    pub fn add<'a>(
        &mut self,
        row: u64,
        cells: impl IntoIterator<Item = &'a str, IntoIter: ExactSizeIterator>,
    ) -> Result<(), ColumnsError> {}
    pub fn held(&self) -> usize {}
    pub fn pour_into(&mut self, other: &mut Sampler) {}
    pub fn finish(mut self) -> Result<Sample, ColumnsError> {}
}
impl Scaffold {
    pub fn new(ordered: &Ordered<'_>) -> Self {}
    pub fn group_by<K: PartialEq>(
        &mut self,
        keys: impl Iterator<Item = K>,
        label: impl Fn(&K, Range<usize>) -> String,
    ) {}
    pub fn cut_at(
        &mut self,
        starts: &[usize],
        label: impl Fn(usize, Range<usize>) -> String,
    ) {}
    pub fn crown(mut self) -> Result<Hierarchy, Fault> {}
}
impl Scale {
    pub fn of<'a>(texts: impl Iterator<Item = &'a str>) -> Option<Scale> {}
    pub fn of_one(text: &str) -> Option<(Scale, f64)> {}
    pub fn joined(self, other: Scale) -> Option<Scale> {}
    pub fn read(self, text: &str) -> Option<f64> {}
    pub fn write(self, number: f64) -> String {}
    pub fn rounded(self, number: f64) -> f64 {}
}
impl Scope {
    pub fn of(table: &Encoded) -> Scope {}
}
impl Search<'_> {
    pub fn cost_of(&self, found: &Found, cost: Cost) -> Option<f64> {}
    pub fn column_losses(&self, found: &Found) -> Vec<f64> {}
    pub fn counts(&self, found: &Found) -> (u64, u64) {}
}
impl Search<'_> {
    pub fn nearest(&self, control: &SearchControl) -> Vec<Nearest> {}
}
impl<'a> Search<'a> {
    pub fn new(
        table: &'a Encoded,
        demands: &[Demand],
        method: Method,
        scope: Scope,
    ) -> Self {}
    pub fn demands(&self) -> &[Demand] {}
    pub fn method(&self) -> &Method {}
    pub fn scope(&self) -> &Scope {}
    pub fn problem(&self, cost: Cost) -> Problem<'_> {}
    pub fn find(&self, control: &SearchControl) -> Outcome {}
    pub fn overlapping(
        &self,
        outcome: &Outcome,
        control: &SearchControl,
    ) -> Option<Outcome> {}
    pub fn undealt(self) -> Self {}
    pub fn audit(
        &self,
        found: &Found,
        samples: u64,
        seed: [u8; 32],
        control: &SearchControl,
    ) -> Audit {}
    pub fn mapping(&self, found: &Found) -> publish::Mapping<'a> {}
}
impl SearchControl {
    pub fn until(mut self, deadline: Instant) -> Self {}
    pub fn at_most(mut self, checks: u64) -> Self {}
    pub fn with_listener(
        mut self,
        listener: impl Fn(Progress) + Send + Sync + 'static,
    ) -> Self {}
    pub fn cancel(&self) {}
    pub fn is_cancelled(&self) -> bool {}
}
impl<V: SortKey> Selection<V> {
    pub fn new(room: usize) -> Self {}
    pub fn add(&mut self, values: &[V]) {}
    pub fn merge(&mut self, other: Self) {}
    pub fn end_pass(&mut self) -> Result<(), StreamError> {}
    pub fn want(&mut self, ranks: &[u64]) {}
    pub fn rows(&self) -> u64 {}
    pub fn is_done(&self) -> bool {}
    pub fn passes(&self) -> u32 {}
    pub fn passes_left(&self) -> u64 {}
    pub fn found(&self, rank: u64) -> Option<FoundRank<V>> {}
    pub fn all_found(&self) -> impl Iterator<Item = FoundRank<V>> + '_ {}
    pub fn held(&self) -> usize {}
}
impl Selection {
    pub fn new(draw: Draw, share: Share) -> Self {}
    pub fn publishes(&mut self, is_member: bool, random: &mut impl Rng) -> bool {}
}
impl<V: SortKey> Sketch<V> {
    pub fn new(sample: &Sample<V>, k: u64) -> Result<Self, StreamError> {}
    pub fn at_most(self, buckets: u64) -> Self {}
    pub fn add(&mut self, values: &[V]) {}
    pub fn merge(&mut self, other: &Self) {}
    pub fn buckets(&self) -> Result<Buckets<V>, StreamError> {}
}
impl Spec {
    pub fn auto() -> Spec {}
}
impl Spec {
    pub fn bounds(points: Vec<Bound>) -> Spec {}
}
impl Spec {
    pub fn date(units: Vec<DateUnit>) -> Spec {}
}
impl Spec {
    pub fn chains(name: impl Into<String>, text: impl Into<String>) -> Spec {}
}
impl Spec {
    pub fn flat() -> Spec {}
}
impl Spec {
    pub fn intervals(widths: Vec<Decimal>) -> Spec {}
}
impl Spec {
    pub fn mask(characters: usize) -> Spec {}
}
impl Spec {
    pub fn parse(text: &str) -> Result<Unread, HierarchyError> {}
    pub fn of(builder: impl Builder + 'static) -> Spec {}
    pub fn builder(&self) -> &dyn Builder {}
    pub fn file(&self) -> Option<&str> {}
}
impl PartialEq for Spec {}
impl Eq for Spec {}
impl Spec {
    pub fn tree(name: impl Into<String>, text: impl Into<String>) -> Spec {}
}
impl Treatment {
    pub fn of(content: Option<Content>) -> Treatment {}
    pub fn reason(content: Option<Content>) -> &'static str {}
    pub fn name(self) -> &'static str {}
}
impl fmt::Display for Treatment {}
impl Uniqueness {
    pub fn of_some(zero_bits: u32) -> Self {}
    pub fn add(&mut self, text: &str) {}
    pub fn add_rows(&mut self, text: &str, rows: u64) {}
    pub fn merge(mut self, other: Uniqueness) -> Uniqueness {}
    pub fn distinct(&self) -> u64 {}
    pub fn unique_share(&self) -> f64 {}
}
impl Universe {
    pub fn unique_bound(self, domain: f64) -> f64 {}
    pub fn unique_cap(self, domain: f64) -> f64 {}
    pub fn least_dangerous_domain(self, alpha: Fraction) -> f64 {}
    pub fn is_dangerous(self, domain: f64, alpha: Fraction) -> bool {}
    pub fn estimated_k(self, domain: f64) -> f64 {}
}
impl Unread {
    pub fn path(&self) -> Option<&str> {}
    pub fn words_for(&self, path: &str) -> Option<String> {}
    pub fn read<E>(
        self,
        read: impl FnOnce(&str) -> Result<String, E>,
    ) -> Result<Spec, E> {}
}
impl<'t> Words<'t> {
    pub fn list<T>(
        &self,
        read: impl Fn(&'t str) -> Result<T, String>,
    ) -> Result<Vec<T>, Fault> {}
    pub fn bad(&self, why: String) -> Fault {}
}
impl Zip3 {
    pub fn census() -> Self {}
    pub fn with_populations<'a>(
        populations: impl IntoIterator<Item = (&'a str, u64)>,
    ) -> Result<Self, ZipError> {}
    pub fn zip3(&self, zip: &str) -> Result<String, ZipError> {}
}
