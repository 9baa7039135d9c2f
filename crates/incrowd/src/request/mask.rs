//! A masking as it was asked for, checked as far as it can be without the table.

use std::sync::Arc;

use crate::Seed;
use crate::masking::{Action, CellCounting, MaskPlan, ProbabilisticAnonymity};
use crate::reading::number_of_values;
use incrowd_columns::mask::numbers::Grouping;
use incrowd_columns::mask::pseudonym::{Pseudonyms, WeakKey};
use incrowd_columns::mask::shift::DateShifts;
use incrowd_columns::safe_harbor::ReferenceDay;
use incrowd_core::terms::Fraction;
use incrowd_io::Location;

use crate::error::{Error, Result};
use crate::options::{MaskOptions, Preset};

use super::{at_least_one, by_column, hierarchies, inputs, reading, split, weight};

/// A masking that was asked for, and what is to be done with it.
#[derive(Debug)]
pub struct MaskRequest {
    /// What is asked for.
    pub masking: Arc<MaskPlan>,
    /// Every file that is read: none of them may be overwritten.
    pub inputs: Vec<Location>,
    /// Whether only the plan is wanted.
    pub plan: bool,
    /// Where the masked table goes.
    pub output: Option<Location>,
    /// Whether an existing output is replaced.
    pub force: bool,
    /// Whether risks are refused.
    pub strict: bool,
}

/// The masking that was asked for, checked as far as it can be without the table.
pub fn mask_request(args: &MaskOptions) -> Result<MaskRequest> {
    let hierarchies = hierarchies(&args.hierarchy)?;
    let mut actions = by_column("column", &args.column, Action::read)?;
    for column in &args.id {
        if actions.insert(column.clone(), Action::Drop).is_some() {
            let message = format!("the column '{column}' is named by `id` and by `column`");
            return Err(Error::options(message).in_column(column));
        }
    }
    let named = [&args.table, &args.zip3, &args.key_file];
    let inputs = inputs(named.into_iter().flatten(), &hierarchies);
    let usual = MaskPlan::of_domains(domains(&args.domain)?);
    let key = key(args)?;
    let masking = MaskPlan {
        table: args.table.as_deref().map(Into::into),
        reading: reading(&args.read)?,
        qi: args.qi.clone(),
        person: args.person.clone(),
        actions,
        safe_harbor: args.preset == Some(Preset::HipaaSafeHarbor),
        zip3: args.zip3.as_deref().map(Into::into),
        reference: args.reference_date.as_deref().map(reference).transpose()?,
        pseudonyms: keyed(key.as_ref(), Pseudonyms::new)?,
        shifts: keyed(key.as_ref(), DateShifts::new)?,
        hierarchies,
        grouping: args.method.unwrap_or(usual.grouping),
        ties: args.ties.unwrap_or_default(),
        publish: args.publish.unwrap_or_default(),
        anonymity: anonymity(args)?,
        weights: by_column("weight", &args.weight, weight)?,
        seed: Seed::number(args.seed)?,
        ..usual
    };
    let task = MaskRequest {
        masking: Arc::new(masking),
        inputs,
        plan: args.plan,
        output: args.output.as_deref().map(Location::from),
        force: args.force,
        strict: args.strict,
    };
    check(&task)?;
    check_used(&task.masking, args)?;
    Ok(task)
}

/// Refuses what makes no sense together.
fn check(task: &MaskRequest) -> Result<()> {
    let masking = &task.masking;
    let refuse = |message: &str| Err(Error::options(message));
    if task.plan && task.output.is_some() {
        return refuse("`plan` publishes nothing: leave out `output`, or `plan`");
    }
    if task.plan && masking.anonymity.is_none() {
        return refuse("`plan` needs what is asked for: `k` and `beta`");
    }
    if masking.table.is_none() {
        return match (task.plan, masking.domains.is_empty()) {
            (false, _) => refuse("no table: name one, or plan with `plan` and `domain COL = N` .."),
            (true, true) => refuse("`plan` without a table needs `domain COL = N` for each column"),
            _ => Ok(()),
        };
    }
    if !task.plan && task.output.is_none() {
        return refuse("where to? name the masked table with `output`, or use `plan`");
    }
    if masking.qi.is_empty()
        && masking.actions.is_empty()
        && masking.person.is_none()
        && !masking.safe_harbor
    {
        return refuse(
            "nothing to mask: name columns with `qi` (and `k`, `beta`), say what becomes of each with `column`, or use `preset`",
        );
    }
    if masking.anonymity.is_some() && masking.qi.is_empty() {
        return refuse("`k` is about quasi-identifiers: name them with `qi`");
    }
    for (column, action) in &masking.actions {
        if matches!(action, Action::Drop) && masking.qi.contains(column) {
            let message = format!(
                "the column '{column}' is a quasi-identifier (`qi`) and to be dropped: it has one role"
            );
            return Err(Error::options(message).in_column(column));
        }
        let keyed = match action {
            Action::Pseudonym => Some("pseudonym".to_owned()),
            Action::Shift(days) => Some(format!("shift:{days}d")),
            _ => None,
        };
        if let Some(word) = keyed.filter(|_| masking.pseudonyms.is_none()) {
            let message = format!(
                "`column {column} = {word}` needs a key: write at least 16 random bytes to a file and name it with `key-file`"
            );
            return Err(Error::options(message).in_column(column));
        }
        if matches!(action, Action::BirthYear) && masking.reference.is_none() {
            let message = format!(
                "`column {column} = birth-year` needs `reference-date`: the day on which ages count"
            );
            return Err(Error::options(message).in_column(column));
        }
    }
    Ok(())
}

/// Refuses options that have no effect.
fn check_used(masking: &MaskPlan, args: &MaskOptions) -> Result<()> {
    let does = |wanted: fn(&Action) -> bool| masking.actions.values().any(wanted);
    let numbers = !masking.qi.is_empty() || does(|action| matches!(action, Action::Numbers(..)));
    let words = [
        ("`zip3`", args.zip3.is_some(), does(|action| matches!(action, Action::Zip3))),
        (
            "`reference-date`",
            args.reference_date.is_some(),
            does(|action| matches!(action, Action::BirthYear | Action::Year)),
        ),
    ];
    for (option, given, used) in words {
        if given && !used && !masking.safe_harbor {
            let message = format!(
                "{option} is for `preset = hipaa-safe-harbor` and for columns that it is about"
            );
            return Err(Error::options(message));
        }
    }
    let keyed = does(|action| matches!(action, Action::Pseudonym | Action::Shift(_)));
    if args.key_file.is_some() && !keyed {
        let message = "`key-file` is for `column COL = pseudonym` and `column COL = shift:30d`";
        return Err(Error::options(message));
    }
    let sketches = masking.grouping == Grouping::Sketch
        || does(|action| matches!(action, Action::Numbers(Grouping::Sketch, _)));
    if args.seed.is_some() && !sketches {
        return Err(Error::options(
            "`seed` is for the sample of a sketch: say `method = sketch`, or `column COL = sketch:20`",
        ));
    }
    let grouping = [
        ("`method`", args.method.is_some()),
        ("`ties`", args.ties.is_some()),
        ("`publish`", args.publish.is_some()),
    ];
    match grouping.into_iter().find(|(_, given)| *given && !numbers) {
        Some((option, _)) => Err(Error::options(format!(
            "{option} is about numbers in groups: name columns with `qi`, or say `column COL = quantile:20`"
        ))),
        None => Ok(()),
    }
}

fn reference(text: &str) -> Result<ReferenceDay> {
    text.parse().map_err(|error| {
        Error::options(format!("`reference-date = {text}`: {error}")).with_value(text)
    })
}

/// A key, and the file that it is in.
type Key = (Vec<u8>, String);

/// What is made of a key, if there is one.
fn keyed<T>(
    key: Option<&Key>,
    make: fn(&[u8]) -> std::result::Result<T, WeakKey>,
) -> Result<Option<T>> {
    let Some((key, name)) = key else { return Ok(None) };
    let weak = |weak: WeakKey| Error::input(format!("{name}: {weak}")).in_file(name);
    make(key).map(Some).map_err(weak)
}

fn key(args: &MaskOptions) -> Result<Option<Key>> {
    let Some(path) = &args.key_file else { return Ok(None) };
    let name = path.display().to_string();
    let failed = |why: String| Error::input(format!("{name}: {why}")).in_file(&name);
    let mut key =
        std::fs::read(path).map_err(|error| failed(format!("cannot be read: {error}")))?;
    // An editor's last line feed is nobody's secret; of random bytes it may be one.
    let is_text = |byte: &u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
    if key.iter().all(is_text) {
        key.truncate(key.trim_ascii_end().len());
    }
    Ok(Some((key, name)))
}

fn anonymity(args: &MaskOptions) -> Result<Option<ProbabilisticAnonymity>> {
    let form = match args.cells {
        _ if args.distribution_free => CellCounting::DistributionFree,
        form => form.unwrap_or(CellCounting::Theorem),
    };
    let Some(k) = args.k.as_deref() else {
        let orphans = [
            ("`beta`", args.beta.is_some()),
            ("`universe`", args.universe.is_some()),
            ("`cells`", args.cells.is_some()),
            ("`distribution-free`", args.distribution_free),
            ("`weight`", !args.weight.is_empty()),
            ("`domain`", !args.domain.is_empty()),
        ];
        return match orphans.into_iter().find(|(_, given)| *given) {
            Some((option, _)) => Err(Error::options(format!("{option} means nothing without `k`"))),
            None => Ok(None),
        };
    };
    let universe =
        args.universe.as_deref().map(|text| at_least_one("universe", text)).transpose()?;
    Ok(Some(ProbabilisticAnonymity { k: at_least_one("k", k)?, beta: beta(args)?, universe, form }))
}

fn beta(args: &MaskOptions) -> Result<Fraction> {
    let Some(text) = args.beta.as_deref() else {
        return Err(Error::options(
            "`k` needs `beta`: how likely fewer may share a cell, such as `beta = 10%`",
        ));
    };
    let wrong = |why: String| Error::options(format!("`beta = {text}`: {why}")).with_value(text);
    let beta: Fraction = text.parse().map_err(|error| wrong(format!("{error}")))?;
    if beta == Fraction::ZERO || beta >= Fraction::ONE {
        return Err(wrong("a share above 0 and below 1 is needed, such as 10%".into()));
    }
    Ok(beta)
}

fn domains(words: &[String]) -> Result<Vec<(String, u64)>> {
    // For its checks; the order is what the map forgets.
    let sizes = by_column("domain", words, number_of_values)?;
    let mut domains = Vec::with_capacity(words.len());
    for word in words {
        let (column, _) = split("domain", word)?;
        let size = sizes[&column];
        domains.push((column, size));
    }
    Ok(domains)
}
