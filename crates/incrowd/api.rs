pub use incrowd_core as core;
pub use incrowd_core::terms;
pub use incrowd_io as io;
pub use incrowd_judge as judge;
pub use failure::{Failure, Result};
pub use incrowd_core::cost::Cost;
pub use incrowd_core::search::{Method, Recoding};
pub use incrowd_core::terms::Demand;
pub use incrowd_io::{Location, Output};
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
    pub table: Location,
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
    Register(Location),
    Itself { column: String, value: String },
    Distribution(Location),
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
        pub table: Option<Location>,
        pub reading: Reading,
        pub qi: Vec<String>,
        pub actions: BTreeMap<String, Action>,
        pub safe_harbor: bool,
        pub zip3: Option<Location>,
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
pub mod options {
    pub struct AttackOptions {
        pub table: PathBuf,
        pub public: PathBuf,
        pub qi: Vec<String>,
        pub sensitive: Vec<String>,
        pub secrets: Option<PathBuf>,
        pub group: Option<String>,
        pub hierarchy: Vec<String>,
        pub level: Vec<String>,
        pub prior: Option<String>,
        pub members: Option<u64>,
        pub worst: usize,
        pub presence: Option<String>,
        pub evidence: EvidenceOptions,
        pub force: bool,
        pub read: ReadingOptions,
    }
    pub struct CertificateOptions {
        pub certificate: Option<PathBuf>,
        pub key: Option<PathBuf>,
    }
    pub struct CheckOptions {
        pub table: PathBuf,
        pub roles: RoleOptions,
        pub group: Option<String>,
        pub secrets: Option<PathBuf>,
        pub keep_suppressed: bool,
        pub models: ModelOptions,
        pub members: Option<u64>,
        pub hierarchy: Vec<String>,
        pub level: Vec<String>,
        pub evidence: EvidenceOptions,
        pub certificate: CertificateOptions,
        pub force: bool,
        pub read: ReadingOptions,
    }
    pub struct ConsoleOptions {
        pub json: bool,
        pub quiet: bool,
        pub verbose: bool,
        pub threads: Option<usize>,
    }
    pub struct EvidenceOptions {
        pub report: Option<PathBuf>,
        pub evidence: bool,
    }
    pub struct MaskOptions {
        pub table: Option<PathBuf>,
        pub qi: Vec<String>,
        pub id: Vec<String>,
        pub column: Vec<String>,
        pub preset: Option<String>,
        pub zip3: Option<PathBuf>,
        pub reference_date: Option<String>,
        pub key_file: Option<PathBuf>,
        pub hierarchy: Vec<String>,
        pub method: Option<String>,
        pub ties: Option<String>,
        pub publish: Option<String>,
        pub k: Option<String>,
        pub beta: Option<String>,
        pub universe: Option<String>,
        pub cells: Option<String>,
        pub distribution_free: bool,
        pub weight: Vec<String>,
        pub domain: Vec<String>,
        pub plan: bool,
        pub output: Option<PathBuf>,
        pub force: bool,
        pub strict: bool,
        pub seed: Option<u64>,
        pub evidence: EvidenceOptions,
        pub certificate: CertificateOptions,
        pub read: ReadingOptions,
    }
    pub struct MethodOptions {
        pub hierarchy: Vec<String>,
        pub level: Vec<String>,
        pub weight: Vec<String>,
        pub suppress: Option<String>,
        pub cost: Option<String>,
        pub recoding: Option<String>,
        pub algorithm: Option<String>,
        pub all_minimal: bool,
        pub deal: bool,
        pub overlap: bool,
        pub cost_over: Option<String>,
        pub effort: Option<String>,
        pub time_limit: Option<String>,
    }
    pub struct ModelOptions {
        pub words: Words,
        pub public: Option<PathBuf>,
        pub distribution: Option<PathBuf>,
    }
    pub struct PublishOptions {
        pub output: Option<PathBuf>,
        pub force: bool,
        pub dry_run: bool,
        pub explore: Option<String>,
        pub order: Option<String>,
        pub audit: Option<u64>,
        pub seed: Option<u64>,
        pub keep_suppressed: bool,
        pub strict: bool,
    }
    pub struct ReadingOptions {
        pub delimiter: Option<String>,
        pub no_header: bool,
        pub names: Vec<String>,
        pub trim: bool,
        pub comment: Option<String>,
        pub null: Vec<String>,
        pub kind: Vec<String>,
    }
    pub struct ReleaseOptions {
        pub table: Option<PathBuf>,
        pub roles: RoleOptions,
        pub id: Vec<String>,
        pub member: Option<String>,
        pub models: ModelOptions,
        pub how: MethodOptions,
        pub out: PublishOptions,
        pub evidence: EvidenceOptions,
        pub certificate: CertificateOptions,
        pub read: ReadingOptions,
        pub console: ConsoleOptions,
        pub file: Option<PathBuf>,
    }
    pub struct RoleOptions {
        pub qi: Vec<String>,
        pub sensitive: Vec<String>,
    }
    pub struct ScanOptions {
        pub table: PathBuf,
        pub set: Vec<String>,
        pub universe: Option<String>,
        pub domain: Vec<String>,
        pub preset: Option<String>,
        pub search: ScanSearchOptions,
        pub init: Option<PathBuf>,
        pub force: bool,
        pub evidence: EvidenceOptions,
        pub read: ReadingOptions,
    }
    pub struct ScanSearchOptions {
        pub alpha: String,
        pub max_size: String,
        pub most: String,
        pub among: Option<String>,
        pub sample: Option<String>,
        pub confidence: Option<String>,
        pub seed: Option<u64>,
        pub time_limit: Option<String>,
    }
    pub struct VerifyOptions {
        pub certificate: PathBuf,
        pub published: Option<PathBuf>,
        pub public: Option<PathBuf>,
        pub key: Option<PathBuf>,
        pub original: Option<PathBuf>,
        pub settings: Option<PathBuf>,
        pub strict: bool,
    }
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
pub mod request {
    pub struct Explore {
        pub name: String,
        pub values: Vec<String>,
        pub variants: Vec<(Vec<Demand>, Suppression)>,
    }
    pub struct MaskRequest {
        pub masking: Arc<Masking>,
        pub inputs: Vec<Location>,
        pub plan: bool,
        pub output: Option<Location>,
        pub force: bool,
        pub strict: bool,
    }
    pub struct ReleaseRequest {
        pub plan: Arc<Plan>,
        pub inputs: Vec<Location>,
        pub audit: Option<u64>,
        pub output: Option<Location>,
        pub force: bool,
        pub dry_run: bool,
        pub explore: Option<Explore>,
        pub strict: bool,
    }
    pub struct ScanRequest<'a> {
        pub plan: Plan,
        pub safe_harbor: bool,
    }
    pub fn a_file(flag: &str, path: &Path) -> Result<Location> {}
    pub fn at_least_one(flag: &str, text: &str) -> Result<u64> {}
    pub fn by_column<T>(
        flag: &str,
        words: &[String],
        read: impl Fn(&str) -> std::result::Result<T, String>,
    ) -> Result<BTreeMap<String, T>> {}
    pub fn check_inputs(tables: &[(&'static str, Option<&Path>)]) -> Result<()> {}
    pub fn demands(
        args: &ModelOptions,
        sensitive: &[String],
        is_population: bool,
    ) -> Result<Vec<Demand>> {}
    pub fn hierarchies(words: &[String]) -> Result<BTreeMap<String, Spec>> {}
    pub fn inputs<'p>(
        named: impl IntoIterator<Item = &'p PathBuf>,
        hierarchies: &BTreeMap<String, Spec>,
    ) -> Vec<Location> {}
    pub fn known_levels(
        words: &[String],
        hierarchies: &BTreeMap<String, Chains>,
    ) -> Result<BTreeMap<String, usize>> {}
    pub fn mask_request(args: &MaskOptions) -> Result<MaskRequest> {}
    pub fn method(args: &MethodOptions) -> Result<Method> {}
    pub fn one_standard_output(json: bool, output: Option<&Location>) -> Result<()> {}
    pub fn parse(text: &str, name: &str) -> Result<ReleaseOptions> {}
    pub fn reading(args: &ReadingOptions) -> Result<Reading> {}
    pub fn safe_harbor(preset: Option<&str>) -> Result<bool> {}
    pub fn split<'a>(flag: &str, word: &'a str) -> Result<(&'a str, &'a str)> {}
    pub fn with_file(typed: &ReleaseOptions) -> Result<ReleaseOptions> {}
    pub fn written(args: &ReleaseOptions) -> String {}
    pub fn written_models(models: &ModelOptions) -> String {}
    pub fn written_reading(read: &ReadingOptions) -> String {}
}
pub mod run {
    pub use crate::failure::Failure;
    pub struct Answer<D> {
        pub document: D,
        pub met: bool,
        pub text: String,
        pub messages: Vec<Message>,
    }
    pub struct Context {
        pub work: Work,
    }
    pub struct JsonFile {
        pub name: String,
        pub text: String,
        pub value: Value,
    }
    pub enum Level {
        Note,
        Warning,
        Error,
    }
    pub struct Message {
        pub level: Level,
        pub text: String,
    }
    pub trait Publisher: Send + Sync {
        fn publish(&self, outputs: Vec<Output>) -> std::result::Result<(), Failure>;
    }
    pub fn attack(
        options: &AttackOptions,
        context: &Context,
    ) -> std::result::Result<Answer<AttackDocument>, Failure> {}
    pub fn check(
        options: &CheckOptions,
        context: &Context,
    ) -> std::result::Result<Answer<CheckDocument>, Failure> {}
    pub fn explore(
        options: &ReleaseOptions,
        context: &Context,
    ) -> std::result::Result<Answer<ExploreDocument>, Failure> {}
    pub fn mask(
        options: &MaskOptions,
        context: &Context,
    ) -> std::result::Result<Answer<MaskDocument>, Failure> {}
    pub fn put_in_place(outputs: Vec<Output>) -> Result<(), Failure> {}
    pub fn release(
        options: &ReleaseOptions,
        context: &Context,
    ) -> std::result::Result<Answer<ReleaseDocument>, Failure> {}
    pub fn scan(
        options: &ScanOptions,
        context: &Context,
    ) -> std::result::Result<Answer<ScanDocument>, Failure> {}
    pub fn verify(
        options: &VerifyOptions,
        context: &Context,
    ) -> std::result::Result<Answer<VerifyDocument>, Failure> {}
    pub mod certificate {
        pub const FIRST_SCHEMA: &str = _;
        pub const JSON_SCHEMA: &str = _;
        pub const SCHEMA: &str = _;
        pub fn assemble(
            body: &Value,
            files: &Files,
            commitments: &Value,
            version: &Value,
        ) -> Value {}
        pub fn is_intact(certificate: &Value, written: &str) -> bool {}
        pub fn is_one(document: &Value) -> bool {}
        pub fn other_form(schema: &str) -> String {}
        pub fn seal(mut certificate: Value) -> Value {}
        pub fn text(certificate: &Value) -> String {}
        pub fn unsealed(certificate: &Value) -> Value {}
    }
    pub mod grid {
        pub struct Cell {}
        pub struct Grid {}
        pub enum Set {
            Left(usize),
            Right,
            Wrapped,
        }
        pub fn visible(text: &str) -> String {}
    }
    pub mod style {
        pub const BAD: Style = _;
        pub const FAINT: Style = _;
        pub const GOOD: Style = _;
        pub const STRONG: Style = _;
        pub const WARNING: Style = _;
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
        pub table: Location,
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
        pub minimal: MinimalSets,
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
    pub fn write(
        &mut self,
        (table, secrets): (Output, Output),
        work: &Work,
    ) -> Result<((Output, Output), Written)> {}
    pub fn judge(
        &self,
        (table, secrets): (&Output, &Output),
        written: Written,
        work: &Work,
    ) -> Result<Verdict> {}
}
impl Answer<'_> {
    pub fn json(&self) -> Value {}
    pub fn text(&self) -> String {}
}
impl Cell {
    pub fn describe(&self) -> String {}
}
impl Cell {
    pub fn styled(text: impl Into<String>, style: Style) -> Cell {}
}
impl<T: Into<String>> From<T> for Cell {}
impl Cells {
    pub fn failure(&self) -> f64 {}
    pub fn failure_of(&self, share: f64) -> f64 {}
}
impl Changes {
    pub fn labels(&self) -> usize {}
}
impl Coarsening<'_> {
    pub fn write(
        &self,
        output: Output,
        work: &Work,
    ) -> Result<(Output, Vec<Option<Masked>>)> {}
    pub fn publish(&self, output: Output, work: &Work) -> Result<Judged> {}
    pub fn chains(&self) -> Result<BTreeMap<String, Chains>> {}
}
impl Coarsening<'_> {
    pub fn judge(
        &self,
        output: &Output,
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
impl fmt::Debug for Context {}
impl Context {
    pub fn new(work: Work) -> Context {}
    pub fn asked_by(self, command: impl Into<String>) -> Context {}
    pub fn published_by(self, publisher: Arc<dyn Publisher>) -> Context {}
}
impl Drawing<'_> {
    pub fn write(&self, draw: Draw, output: Output, work: &Work) -> Result<Output> {}
    pub fn judge(&self, draw: Draw, output: &Output, work: &Work) -> Result<Guarantee> {}
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
impl Grid {
    pub fn new(heads: impl Into<Vec<(&'static str, Set)>>) -> Grid {}
    pub fn add(&mut self, cells: impl Into<Vec<Cell>>) {}
    pub fn text(&self) -> String {}
}
impl JsonFile {
    pub fn read(path: &Path, written_by: &str) -> Result<JsonFile> {}
    pub fn wrong(&self, why: &str) -> Failure {}
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
    pub fn new(table: impl Into<Location>) -> Masking {}
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
impl ModelOptions {
    pub fn over(self, others: ModelOptions) -> ModelOptions {}
    pub fn table(&self, flag: &Flag) -> Option<&PathBuf> {}
}
impl Serialize for ModelOptions {}
impl<'de> Deserialize<'de> for ModelOptions {}
impl Plan {
    pub fn check(&self) -> Result<()> {}
}
impl Plan {
    pub fn new(table: impl Into<Location>) -> Plan {}
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
    pub fn new(table: impl Into<Location>) -> Plan {}
    pub fn set<C: Into<String>>(mut self, columns: impl IntoIterator<Item = C>) -> Plan {}
    pub fn alpha(mut self, alpha: Fraction) -> Plan {}
}
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
impl Release<'_> {
    pub fn judge(
        &self,
        output: &Output,
        written: Written,
        work: &Work,
    ) -> Result<Verdict> {}
}
impl<'a> Release<'a> {
    pub fn mapping(&self) -> Mapping<'a> {}
    pub fn write(&mut self, output: Output, work: &Work) -> Result<(Output, Written)> {}
    pub fn audit(&self, samples: u64, work: &Work) -> Result<Audit> {}
    pub fn publish(mut self, output: Output, work: &Work) -> Result<Verdict> {}
}
impl ReleaseOptions {
    pub fn over(self, file: ReleaseOptions) -> ReleaseOptions {}
}
impl ReleaseRequest {
    pub fn new(args: &ReleaseOptions) -> Result<ReleaseRequest> {}
}
impl<'a> ScanRequest<'a> {
    pub fn new(args: &'a ScanOptions) -> Result<Self> {}
    pub fn plan_for(&self, table: &Table) -> Plan {}
}
impl Default for ScanSearchOptions {}
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
impl Default for Work {}
impl Work {
    pub fn on_threads(mut self, threads: usize) -> Self {}
    pub fn heard_by(mut self, listener: Arc<dyn Listener>) -> Self {}
    pub fn threads(&self) -> usize {}
    pub fn cancel(&self) {}
    pub fn is_cancelled(&self) -> bool {}
    pub fn step(&self, name: &'static str, bytes: Option<u64>) -> Arc<dyn Step> {}
    pub fn open(&self, location: &Location, options: &ReadOptions) -> Result<Table> {}
    pub fn open_as(
        &self,
        location: &Location,
        name: &Location,
        options: &ReadOptions,
    ) -> Result<Table> {}
    pub fn reopen(&self, output: &Output, options: &ReadOptions) -> Result<Table> {}
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
impl<'de> Deserialize<'de> for Written {}
