pub use incrowd_core as core;
pub use incrowd_core::terms;
pub use incrowd_io as io;
pub use incrowd_judge as judge;
pub use failure::{Failure, Result};
pub use incrowd_core::cost::Cost;
pub use incrowd_core::search::{Method, Recoding};
pub use incrowd_core::terms::Demand;
pub use incrowd_io::{Input, Location, MemorySink, MemoryTable, Output, Table};
pub use incrowd_judge::Findings;
pub use reading::Reading;
pub use release::{Answer, Release, Verdict};
pub struct Before {
    pub rows: u64,
    pub classes: u64,
    pub k: Option<u64>,
    pub unique_rows: u64,
    pub average_class: Option<f64>,
    pub prosecutor: Option<f64>,
    pub journalist: Option<f64>,
    pub marketer: Option<f64>,
    pub class_sizes: BTreeMap<u64, u64>,
}
pub trait Listener: Send + Sync {
    fn begin(&self, name: &'static str, bytes: Option<u64>) -> Arc<dyn Step>;
}
pub enum Order {
    Input,
    Shuffled,
}
pub struct Plan {
    pub table: Input,
    pub population: Option<Source>,
    pub reading: Reading,
    pub qi: Vec<String>,
    pub sensitive: Vec<String>,
    pub id: Vec<String>,
    pub demands: Vec<Demand>,
    pub hierarchies: BTreeMap<String, Spec>,
    pub levels: BTreeMap<String, RangeInclusive<u8>>,
    pub weights: BTreeMap<String, f64>,
    pub suppression: Suppression,
    pub method: Method,
    pub seed: Option<u64>,
    pub time_limit: Option<Duration>,
    pub order: Order,
    pub keep_suppressed: bool,
}
pub struct Population {
    pub table: Arc<Table>,
    pub is_distribution: bool,
}
pub enum Purpose {
    Draw,
    Groups,
    Classes,
    Order,
    Audit,
    Sample,
}
pub struct Seed();
pub enum Source {
    Register(Input),
    Itself { column: String, value: String },
    Distribution(Input),
}
pub trait Step: Send + Sync {
    fn advance(&self, _bytes: u64) {}
    fn tell(&self, _progress: Progress) {}
}
pub struct Study {
    pub plan: Arc<Plan>,
    pub table: Arc<Table>,
    pub population: Option<Population>,
    pub member: Option<(usize, String)>,
    pub qi: Vec<usize>,
    pub dropped: Vec<usize>,
    pub secrets: Vec<usize>,
    pub encoded: Encoded,
    pub kinds: BTreeMap<String, Kind>,
    pub warnings: Vec<String>,
    pub remarks: Vec<String>,
}
pub enum Suppression {
    Share(Fraction),
    Rows(u64),
}
pub struct Work {}
pub const SHARE: &str = _;
pub fn chains(hierarchy: &Hierarchy) -> Result<Chains> {}
pub fn random_bytes() -> Result<[u8; 32]> {}
pub mod failure {
    pub struct Failure {
        pub message: String,
        pub file: Option<String>,
        pub line: Option<u64>,
        pub column: Option<String>,
        pub value: Option<String>,
    }
    pub type Result<T> = std::result::Result<T, Failure>;
}
pub mod labels {
    pub fn read<'t>(
        reading: &Reading,
        specs: &BTreeMap<String, Spec>,
        source: impl Fn(&str) -> Result<Option<&'t Table>>,
        skip_suppressed: bool,
        work: &Work,
    ) -> Result<BTreeMap<String, Chains>> {}
}
pub mod masking {
    pub enum Action {
        Keep,
        Drop,
        Redact,
        Constant(String),
        Pseudonym,
        Numbers(Grouping, Option<u64>),
        Level(Option<usize>),
        Coded(Coding),
        Rounded(Rounding),
        Zip3,
        Year,
        BirthYear,
        Age,
    }
    pub struct Allotment {
        pub cells: Cells,
        pub portions: Vec<Portion>,
        pub warnings: Vec<String>,
    }
    pub enum Cell {
        Keep,
        Redact,
        Constant(String),
        Pseudonym(Pseudonyms),
        Coded(Coding),
        Rounded(Rounding),
        Zip3(Zip3),
        Year(Option<Reference>),
        BirthYear(Reference),
        Age,
    }
    pub struct Cells {
        pub k: u64,
        pub beta: Fraction,
        pub universe: u64,
        pub form: Form,
        pub count: u64,
        pub free: Option<DistributionFree>,
    }
    pub struct Coarsening<'a> {
        pub gathering: &'a Gathering,
        pub together: Vec<usize>,
        pub allotment: Option<Allotment>,
        pub budgets: Vec<Option<u64>>,
        pub warnings: Vec<String>,
    }
    pub struct Column {
        pub name: String,
        pub qi: bool,
        pub course: Course,
        pub said: bool,
        pub evidence: Option<Evidence>,
    }
    pub enum Course {
        Drop,
        Cell(Cell),
        Numbers(Grouping, Option<u64>),
        Level(Option<usize>, Option<Spec>),
        Budget,
    }
    pub struct CrowdAsked {
        pub k: u64,
        pub beta: Fraction,
        pub universe: Option<u64>,
        pub form: Form,
    }
    pub enum Form {
        Theorem,
        Exact,
        Simultaneous,
        DistributionFree,
    }
    pub struct Gathering {
        pub masking: Arc<Masking>,
        pub table: Arc<Table>,
        pub columns: Vec<Column>,
        pub rows: u64,
        pub warnings: Vec<String>,
    }
    pub struct Judged {
        pub found: Marginals,
        pub columns: Vec<Option<Masked>>,
        pub as_planned: bool,
        pub hidden: bool,
    }
    pub struct Masked {
        pub way: String,
        pub error: Option<f64>,
        pub rank_difference: Option<f64>,
        pub blanked: u64,
    }
    pub struct Masking {
        pub table: Option<Input>,
        pub reading: Reading,
        pub qi: Vec<String>,
        pub actions: BTreeMap<String, Action>,
        pub safe_harbor: bool,
        pub zip3: Option<Input>,
        pub reference: Option<Reference>,
        pub pseudonyms: Option<Pseudonyms>,
        pub hierarchies: BTreeMap<String, Spec>,
        pub grouping: Grouping,
        pub ties: Ties,
        pub publish: Publish,
        pub crowd: Option<CrowdAsked>,
        pub weights: BTreeMap<String, f64>,
        pub domains: Vec<(String, u64)>,
        pub seed: u64,
    }
    pub struct NoPlan {
        pub sentence: String,
        pub nearest: Option<u64>,
        pub cells: Option<u64>,
    }
    pub struct Portion {
        pub name: String,
        pub values: u64,
        pub budget: u64,
    }
    pub enum Publish {
        Range,
        Centre,
    }
    pub const LONGEST_CODE: usize = _;
}
pub mod reading {
    pub use incrowd_core::terms::did_you_mean;
    pub struct Reading {
        pub options: ReadOptions,
        pub nulls: Nulls,
        pub kinds: BTreeMap<String, Kind>,
    }
    pub fn distinct(
        table: &Table,
        columns: &[String],
        work: &Work,
    ) -> Result<Vec<Vec<(String, u64)>>> {}
    pub fn no_rows(table: &Table) -> Failure {}
    pub fn number_of_values(text: &str) -> std::result::Result<u64, String> {}
    pub fn one_of(flag: &str, word: &str, known: &[&str]) -> Failure {}
    pub fn one_standard_input<'a>(
        tables: impl IntoIterator<Item = (&'a str, &'a Location)>,
    ) -> Result<()> {}
    pub fn places(table: &Table, flag: &str, columns: &[String]) -> Result<Vec<usize>> {}
    pub fn refuse_idle(flags: &[(&str, bool)], beside: &str) -> Result<()> {}
}
pub mod release {
    pub enum Answer<'a> {
        Release(Release<'a>),
        Refusal(Refusal<'a>),
    }
    pub struct Change {
        pub before: String,
        pub after: String,
        pub rows: u64,
    }
    pub struct Changes {
        pub values: usize,
        pub pairs: Vec<Change>,
    }
    pub struct Refusal<'a> {
        pub search: Search<'a>,
        pub outcome: Outcome,
    }
    pub struct Release<'a> {
        pub study: &'a Study,
        pub search: Search<'a>,
        pub outcome: Outcome,
        pub found: Found,
    }
    pub struct Verdict {
        pub findings: Findings,
        pub doubts: Vec<String>,
        pub ordered: Vec<Neighbours>,
        pub written: Written,
    }
    pub struct Written {
        pub rows: u64,
        pub suppressed: u64,
    }
    pub const GROUP: &str = _;
    pub mod anatomy {
        pub struct Anatomy<'a> {
            pub ranges: Option<(Search<'a>, Outcome)>,
        }
        pub enum Answer<'a> {
            Anatomy(Anatomy<'a>),
            Ineligible { size: u64, why: TooFrequent },
            Refusal(Refusal<'a>),
        }
        pub const COUNT: &str = _;
    }
    pub mod randomised {
        pub struct Drawing<'a> {
            pub share: Share,
            pub draw: Option<Draw>,
        }
    }
}
pub mod survey {
    pub struct Column {
        pub name: String,
        pub kind: Kind,
        pub distinct: u64,
        pub missing: u64,
        pub entropy: f64,
        pub unique_rows: u64,
        pub evidence: Option<Evidence>,
        pub suggestion: Suggestion,
    }
    pub struct Plan {
        pub table: Input,
        pub reading: Reading,
        pub sets: Vec<Vec<String>>,
        pub universe: Option<u64>,
        pub domains: BTreeMap<String, u64>,
        pub alpha: Fraction,
        pub max_size: usize,
        pub most: usize,
        pub among: Option<Vec<String>>,
        pub sample: Option<u64>,
        pub confidence: Fraction,
        pub seed: u64,
        pub time_limit: Option<Duration>,
    }
    pub struct SetRisk {
        pub columns: Vec<usize>,
        pub measure: Measure,
        pub domain: f64,
        pub bound: f64,
        pub cap: f64,
        pub k_estimate: f64,
        pub estimates: Option<Estimates>,
        pub dangerous: bool,
    }
    pub struct Survey {
        pub plan: Arc<Plan>,
        pub table: Arc<Table>,
        pub sample: Sample,
        pub columns: Vec<Column>,
        pub sets: Vec<SetRisk>,
        pub universe: Universe,
        pub minimal: Minimal,
        pub margin: f64,
        pub warnings: Vec<String>,
    }
    pub fn values(sample: &Sample, place: usize) -> Vec<(&str, u64)> {}
}
impl Action {
    pub fn name(&self) -> String {}
    pub fn names() -> impl Iterator<Item = &'static str> {}
    pub fn forms() -> String {}
    pub fn read(text: &str) -> std::result::Result<Action, String> {}
}
impl Allotment {
    pub fn alone(masking: &Masking) -> Result<std::result::Result<Allotment, NoPlan>> {}
}
impl Anatomy<'_> {
    pub fn loss(&self) -> Option<f64> {}
    pub fn write<S: TableSink>(
        &mut self,
        (table, secrets): (S, S),
        work: &Work,
    ) -> Result<((S, S), Written)> {}
    pub fn judge<S: TableSink>(
        &self,
        (table, secrets): (&S, &S),
        written: Written,
        work: &Work,
    ) -> Result<Verdict> {}
}
impl Cell {
    pub fn describe(&self) -> String {}
}
impl Cells {
    pub fn failure(&self) -> f64 {}
    pub fn failure_of(&self, share: f64) -> f64 {}
}
impl Changes {
    pub fn labels(&self) -> usize {}
}
impl Coarsening<'_> {
    pub fn write<S: TableSink>(
        &self,
        sink: S,
        work: &Work,
    ) -> Result<(S, Vec<Option<Masked>>)> {}
    pub fn publish(&self, output: Output, work: &Work) -> Result<Judged> {}
    pub fn publish_in_memory(
        &self,
        work: &Work,
    ) -> Result<(Judged, Option<MemoryTable>)> {}
    pub fn chains(&self) -> Result<BTreeMap<String, Chains>> {}
}
impl Coarsening<'_> {
    pub fn judge(
        &self,
        sink: &impl TableSink,
        columns: Vec<Option<Masked>>,
        work: &Work,
    ) -> Result<Judged> {}
}
impl Column {
    pub fn new(
        name: &str,
        sample: &Sample,
        place: usize,
        missing: u64,
        reading: &Reading,
    ) -> Result<Column> {}
}
impl Drawing<'_> {
    pub fn write<S: TableSink>(&self, draw: Draw, sink: S, work: &Work) -> Result<S> {}
    pub fn judge(
        &self,
        draw: Draw,
        sink: &impl TableSink,
        work: &Work,
    ) -> Result<Guarantee> {}
}
impl fmt::Display for Failure {}
impl Error for Failure {}
impl Failure {
    pub fn new(message: impl Into<String>) -> Self {}
    pub fn in_file(mut self, file: impl Into<String>) -> Self {}
    pub fn at_line(mut self, line: u64) -> Self {}
    pub fn in_column(mut self, column: impl Into<String>) -> Self {}
    pub fn with_value(mut self, value: impl Into<String>) -> Self {}
}
impl From<Refusal> for Failure {}
impl Form {
    pub fn name(self) -> &'static str {}
}
impl Gathering {
    pub fn coarsen(&self) -> Result<std::result::Result<Coarsening<'_>, NoPlan>> {}
}
impl Gathering {
    pub fn read(masking: impl Into<Arc<Masking>>, work: &Work) -> Result<Gathering> {}
    pub fn together(&self) -> Vec<usize> {}
    pub fn distinct(&self, place: usize) -> Option<u64> {}
    pub fn is_estimated(&self, place: usize) -> bool {}
    pub fn missing(&self, place: usize, masked: &Masked) -> u64 {}
}
impl Judged {
    pub fn shown(&self, place: usize) -> Option<Marginal> {}
    pub fn least_share(&self) -> f64 {}
    pub fn risks(&self, k: u64, columns: &[String]) -> Vec<Risk> {}
    pub fn k(&self) -> Option<u64> {}
}
impl Masked {
    pub fn distinct(&self) -> Option<u64> {}
}
impl Masking {
    pub fn new(table: impl Into<Input>) -> Masking {}
    pub fn of_domains(domains: impl IntoIterator<Item = (String, u64)>) -> Masking {}
    pub fn qi<C: Into<String>>(
        mut self,
        columns: impl IntoIterator<Item = C>,
    ) -> Masking {}
    pub fn without<C: Into<String>>(
        self,
        columns: impl IntoIterator<Item = C>,
    ) -> Masking {}
    pub fn column(mut self, column: impl Into<String>, action: Action) -> Masking {}
    pub fn hierarchy(mut self, column: impl Into<String>, spec: Spec) -> Masking {}
    pub fn among(mut self, crowd: CrowdAsked) -> Masking {}
}
impl Plan {
    pub fn check(&self) -> Result<()> {}
}
impl Plan {
    pub fn new(table: impl Into<Input>) -> Plan {}
    pub fn qi<C: Into<String>>(mut self, columns: impl IntoIterator<Item = C>) -> Plan {}
    pub fn sensitive<C: Into<String>>(
        mut self,
        columns: impl IntoIterator<Item = C>,
    ) -> Plan {}
    pub fn without<C: Into<String>>(
        mut self,
        columns: impl IntoIterator<Item = C>,
    ) -> Plan {}
    pub fn demanding(mut self, demand: impl Into<Demand>) -> Plan {}
    pub fn drawn_from(mut self, population: Source) -> Plan {}
    pub fn hierarchy(mut self, column: impl Into<String>, spec: Spec) -> Plan {}
    pub fn suppressing(mut self, suppression: Suppression) -> Plan {}
    pub fn hides_by_chance(&self) -> bool {}
    pub fn by(mut self, method: impl Into<Method>) -> Plan {}
}
impl Plan {
    pub fn new(table: impl Into<Input>) -> Plan {}
    pub fn set<C: Into<String>>(mut self, columns: impl IntoIterator<Item = C>) -> Plan {}
    pub fn alpha(mut self, alpha: Fraction) -> Plan {}
}
impl fmt::Debug for Population {}
impl Publish {
    pub const ALL: [Publish; 2] = [Publish::Range, Publish::Centre];
    pub fn name(self) -> &'static str {}
}
impl Reading {
    pub fn of_output(&self) -> ReadOptions {}
    pub fn kind<'a>(
        &self,
        column: &str,
        texts: impl Iterator<Item = &'a str> + Clone,
    ) -> Result<Kind> {}
    pub fn grow(
        &self,
        column: &str,
        kind: Kind,
        spec: &Spec,
        values: &[(String, u64)],
    ) -> Result<Hierarchy> {}
    pub fn check_kinds(&self, tables: &[&Table]) -> Result<()> {}
}
impl fmt::Debug for Refusal<'_> {}
impl Release<'_> {
    pub fn judge(
        &self,
        sink: &impl TableSink,
        written: Written,
        work: &Work,
    ) -> Result<Verdict> {}
}
impl fmt::Debug for Release<'_> {}
impl<'a> Release<'a> {
    pub fn mapping(&self) -> Mapping<'a> {}
    pub fn write<S: TableSink>(&mut self, sink: S, work: &Work) -> Result<(S, Written)> {}
    pub fn audit(&self, samples: u64, work: &Work) -> Audit {}
    pub fn publish(mut self, output: Output, work: &Work) -> Result<Verdict> {}
    pub fn publish_in_memory(
        mut self,
        work: &Work,
    ) -> Result<(Verdict, Option<MemoryTable>)> {}
}
impl From<u64> for Seed {}
impl Seed {
    pub fn chosen(seed: Option<u64>) -> Result<Self> {}
    pub fn number(seed: Option<u64>) -> Result<u64> {}
    pub fn generator(self, purpose: Purpose) -> ChaCha12Rng {}
}
impl SetRisk {
    pub fn new(
        table: &Columns,
        columns: Vec<usize>,
        domains: &Domains,
        universe: Universe,
        alpha: Fraction,
    ) -> SetRisk {}
}
impl Study {
    pub fn anatomize(&self, work: &Work) -> Result<Answer<'_>> {}
}
impl Study {
    pub fn changes(&self, mapping: &Mapping<'_>) -> Vec<Changes> {}
}
impl Study {
    pub fn draw(&self) -> Result<Drawing<'_>> {}
}
impl Study {
    pub fn find(&self, work: &Work) -> Result<Answer<'_>> {}
    pub fn run(&self, search: &Search<'_>, work: &Work) -> Outcome {}
    pub fn nearest(&self, search: &Search<'_>, work: &Work) -> Vec<Nearest> {}
}
impl Study {
    pub fn before(&self) -> Before {}
}
impl fmt::Debug for Study {}
impl Study {
    pub fn read(plan: impl Into<Arc<Plan>>, work: &Work) -> Result<Study> {}
    pub fn search(
        &self,
        demands: &[Demand],
        suppression: Suppression,
    ) -> Result<Search<'_>> {}
    pub fn public(&self) -> (Option<&Table>, Option<&Table>) {}
    pub fn chains(&self) -> Result<BTreeMap<String, Chains>> {}
}
impl Suppression {
    pub fn limit(self, rows: u64) -> u64 {}
    pub fn is_none(self) -> bool {}
}
impl Survey {
    pub fn read(plan: impl Into<Arc<Plan>>, work: &Work) -> Result<Survey> {}
    pub fn of(
        plan: impl Into<Arc<Plan>>,
        table: impl Into<Arc<Table>>,
        work: &Work,
    ) -> Result<Survey> {}
    pub fn with_role(&self, role: Role) -> Vec<usize> {}
    pub fn names(&self, set: &[usize]) -> Vec<&str> {}
}
impl Verdict {
    pub fn holds(&self) -> bool {}
}
impl fmt::Debug for Work {}
impl Default for Work {}
impl Work {
    pub fn on_threads(mut self, threads: usize) -> Self {}
    pub fn heard_by(mut self, listener: Arc<dyn Listener>) -> Self {}
    pub fn threads(&self) -> usize {}
    pub fn cancel(&self) {}
    pub fn is_cancelled(&self) -> bool {}
    pub fn step(&self, name: &'static str, bytes: Option<u64>) -> Arc<dyn Step> {}
    pub fn open(&self, location: &Location, options: &ReadOptions) -> Result<Table> {}
    pub fn open_input(&self, input: &Input, options: &ReadOptions) -> Result<Table> {}
    pub fn metered(&self, table: Table) -> Table {}
    pub fn open_as(
        &self,
        location: &Location,
        name: &Location,
        options: &ReadOptions,
    ) -> Result<Table> {}
    pub fn reopen(&self, sink: &impl TableSink, options: &ReadOptions) -> Result<Table> {}
    pub fn fold<A: Send>(
        &self,
        name: &'static str,
        table: &Table,
        empty: impl Fn() -> A + Sync,
        each: impl Fn(&mut A, &Block) -> Result<()> + Sync,
    ) -> Result<Vec<A>> {}
    pub fn map_ordered<T: Send>(
        &self,
        name: &'static str,
        table: &Table,
        each: impl Fn(&Block) -> Result<T> + Sync,
        sink: impl FnMut(T) -> Result<()>,
    ) -> Result<()> {}
}
