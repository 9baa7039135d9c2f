//! What a plan cannot ask for, whatever the table.

use incrowd_core::anatomy::size_for;
use incrowd_core::cost::{Cost, CostOver};
use incrowd_core::randomised::limits;
use incrowd_core::search::{BoxEnds, Effort, Method, Recoding};
use incrowd_core::terms::{Demand, DemandSubject, FLAGS, Flag, PopulationKnowledge};

use crate::error::{Error, Result};
use crate::reading::{one_standard_input, refuse_idle};

use super::{Order, Plan, PopulationSource};

impl Plan {
    /// Refuses what makes no sense, whatever the table.
    ///
    /// # Errors
    /// What is missing, or does not go together.
    pub fn check(&self) -> Result<()> {
        if self.qi.is_empty() {
            let message = "no quasi-identifiers: name with `qi` the columns by which people could be recognised";
            return Err(Error::options(message));
        }
        if self.demands.is_empty() {
            let message = "nothing is demanded: ask for at least one model, such as `k = 5` \
                           (`incrowd explain` lists them)";
            return Err(Error::options(message));
        }
        self.check_columns()?;
        self.check_population()?;
        self.check_inputs()?;
        self.check_suppression()?;
        self.check_after()?;
        self.check_method()
    }

    /// Refuses what cannot be measured together with earlier releases.
    fn check_after(&self) -> Result<()> {
        if self.after.is_empty() {
            return Ok(());
        }
        check_after(&self.demands)?;
        let refuse = |message: &str| Err(Error::options(message));
        match self.method.recoding() {
            Recoding::Anatomy => refuse(
                "`after` does not go with `recoding = anatomy`: it publishes exact quasi-identifiers, by which rows of \
                 another release are recognised; generalize them (`recoding = full-domain`)",
            ),
            _ if self.method.deal => refuse(
                "`after` does not go with `deal`: classes of another release would divide its groups",
            ),
            _ => Ok(()),
        }
    }

    /// Refuses demands on columns that are no secret.
    fn check_columns(&self) -> Result<()> {
        for demand in &self.demands {
            if let Some(column) =
                demand.column().filter(|&c| !self.sensitive.iter().any(|s| s == c))
            {
                let message = format!(
                    "{demand}: '{column}' is no sensitive column; name it with `sensitive`"
                );
                return Err(Error::options(message).in_column(column));
            }
        }
        Ok(())
    }

    fn check_population(&self) -> Result<()> {
        let wanted = self
            .demands
            .iter()
            .find(|demand| demand.population_knowledge() == PopulationKnowledge::Register);
        match (&self.population, wanted) {
            (None, Some(demand)) => {
                let message = format!(
                    "{demand} needs the population: a table of it (`public`), or one table with a column that says who is in the study (`member`)"
                );
                Err(Error::options(message))
            }
            (Some(PopulationSource::Distribution(_)), Some(demand)) => {
                let message = format!(
                    "{demand} needs a table of the population (`public`), not only its distribution"
                );
                Err(Error::options(message))
            }
            (Some(PopulationSource::Register(_) | PopulationSource::Itself { .. }), None)
                if self.method.over == CostOver::Members =>
            {
                let of_people =
                    FLAGS.iter().filter(|flag| flag.concern() == Some(DemandSubject::People));
                let message = format!(
                    "`public` and `member` are for demands on the population ({}) and `cost-over = public`, none of which was asked for",
                    of_people.map(Flag::quoted).collect::<Vec<_>>().join(", ")
                );
                Err(Error::options(message))
            }
            (None, None) if self.method.over == CostOver::People => {
                let message = "`cost-over = public` needs the population (`public` or `member`)";
                Err(Error::options(message))
            }
            _ => Ok(()),
        }
    }

    /// Refuses to read two tables from one standard input.
    fn check_inputs(&self) -> Result<()> {
        let population = match &self.population {
            Some(PopulationSource::Register(input)) => Some(("`public`", input)),
            Some(PopulationSource::Distribution(input)) => Some(("`distribution`", input)),
            Some(PopulationSource::Itself { .. }) | None => None,
        };
        let inputs = [("the table", &self.table)].into_iter().chain(population);
        one_standard_input(inputs.filter_map(|(name, input)| Some((name, input.location()?))))
    }

    fn check_suppression(&self) -> Result<()> {
        let void = self.demands.iter().find_map(|demand| demand.voided_by_stars());
        if let Some(flag) = void.filter(|_| self.keep_suppressed) {
            let message =
                format!("`keep-suppressed` does not go with {flag}: rows of * match everybody");
            return Err(Error::options(message));
        }
        if self.suppression.is_none() {
            return Ok(());
        }
        for demand in &self.demands {
            if let Some(why) = demand.forbids_suppression() {
                let message = format!("`suppress` does not go with {demand}: {why}");
                return Err(Error::options(message));
            }
        }
        let recoding = self.method.recoding();
        let able = match recoding {
            Recoding::FullDomain => "optimal or samarati",
            Recoding::Multidimensional => "guided",
            Recoding::Local => "cluster",
            Recoding::LocalSuppression | Recoding::Anatomy | Recoding::Randomised => {
                let message = format!(
                    "`suppress` does not go with `recoding = {}`, which keeps every row; leave it out, or say `suppress = 0`",
                    recoding.name()
                );
                return Err(Error::options(message));
            }
        };
        if !self.method.algorithm.suppresses() {
            let message = format!(
                "`suppress` does not go with `algorithm = {}`, which searches as if nothing were suppressed; use {able}",
                self.method.algorithm.name()
            );
            return Err(Error::options(message));
        }
        if recoding == Recoding::FullDomain {
            return Ok(());
        }
        if self.demands.iter().any(|demand| demand.presence().is_some()) {
            return Err(Error::options(
                "`suppress` does not go with presence in boxes: people around a suppressed row would match no published \
                 class; use `recoding = full-domain`, or say `suppress = 0`",
            ));
        }
        if self.method.overlap {
            return Err(Error::options(
                "`suppress` does not go with `overlap`: clusters that overlap cover the whole table",
            ));
        }
        Ok(())
    }

    /// Refuses what an algorithm cannot do.
    fn check_method(&self) -> Result<()> {
        let (algorithm, recoding) = (self.method.algorithm, self.method.recoding());
        if self.method.overlap && recoding != Recoding::Local {
            return Err(Error::options("`overlap` is for `recoding = local`"));
        }
        if self.method.all_minimal && recoding != Recoding::FullDomain {
            let message = "`all-minimal` is for `recoding = full-domain`: only there are nodes";
            return Err(Error::options(message));
        }
        let has_boxes = matches!(recoding, Recoding::Multidimensional | Recoding::Local);
        if self.method.cut == BoxEnds::Nodes && (!has_boxes || self.method.overlap) {
            let message =
                "`cut = nodes` is for `recoding = multidimensional` and `local`, without `overlap`";
            return Err(Error::options(message));
        }
        if self.method.known.is_some() && recoding != Recoding::LocalSuppression {
            let message =
                "`known` is for `recoding = local-suppression`; `check` measures it in any table";
            return Err(Error::options(message));
        }
        if self.method.proof && !algorithm.heeds_proof() {
            let message = format!(
                "`proof` does not go with `algorithm = {}`, which goes one way to its end",
                algorithm.name()
            );
            return Err(Error::options(message));
        }
        self.check_cost()?;
        if recoding != Recoding::FullDomain
            && let Some(column) = self.levels.keys().next()
        {
            let message = format!(
                "`level {column} = ..`: levels are of `recoding = full-domain`; {} recoding has ranges",
                recoding.name()
            );
            return Err(Error::options(message).in_column(column));
        }
        if let Some(demand) = self.demands.iter().find(|demand| !algorithm.promises(demand)) {
            let message = format!(
                "`algorithm = {}` parts rows that are alike, so it can promise class sizes (`k`) only, not {demand}",
                algorithm.name()
            );
            return Err(Error::options(message));
        }
        match recoding {
            Recoding::Anatomy => self.check_anatomy()?,
            Recoding::Randomised => self.check_randomised()?,
            Recoding::LocalSuppression => self.check_local_suppression()?,
            _ => {}
        }
        if self.thinks_otherwise() && !algorithm.heeds_effort() {
            let message = format!(
                "`effort` does not go with `algorithm = {}`, which goes one way to its end",
                algorithm.name()
            );
            return Err(Error::options(message));
        }
        if self.method.deal { self.check_dealing() } else { Ok(()) }
    }

    /// Refuses a cost that the algorithm cannot minimise, and weights that no bound could rest on.
    fn check_cost(&self) -> Result<()> {
        let Method { algorithm, cost, .. } = self.method;
        if let Some((column, weight)) =
            self.weights.iter().find(|(_, w)| !(**w > 0.0 && w.is_finite()))
        {
            let message = format!("`weight {column} = {weight}`: a weight is a number above 0");
            return Err(Error::options(message).in_column(column));
        }
        if algorithm.minimises(cost) {
            return Ok(());
        }
        let minimised = Cost::ALL.iter().filter(|&&cost| algorithm.minimises(cost));
        let known: Vec<&str> = minimised.map(|cost| cost.name).collect();
        let message = format!(
            "`cost = {}` does not go with `algorithm = {}`: it minimises {}",
            cost.name,
            algorithm.name(),
            known.join(", ")
        );
        Err(Error::options(message).with_value(cost.name))
    }

    /// Refuses what suppressed cells cannot promise.
    fn check_local_suppression(&self) -> Result<()> {
        let about_population =
            |demand: &&Demand| demand.population_knowledge() != PopulationKnowledge::Unknown;
        if let Some(demand) = self.demands.iter().find(about_population) {
            let message = format!(
                "`recoding = local-suppression` does not go with {demand}: a suppressed cell fits everybody, so people of \
                 the population would fit into many classes"
            );
            return Err(Error::options(message));
        }
        if let Some(known) = self.method.known {
            check_known(known, self.qi.len())?;
        }
        refuse_idle(
            &[
                ("`public`", self.population.is_some()),
                ("`deal`", self.method.deal),
                ("`keep-suppressed`", self.keep_suppressed),
            ],
            "`recoding = local-suppression`",
        )?;
        let known = self.method.known.is_some();
        refuse_idle(
            &[("`after`", known && !self.after.is_empty())],
            "`known`: what two releases show together is measured for whoever knows all quasi-identifiers",
        )
    }

    /// Refuses what chance cannot promise.
    fn check_randomised(&self) -> Result<()> {
        if let Some(demand) = self.demands.iter().find(|demand| limits(demand).is_none()) {
            let message = format!(
                "`recoding = randomised` publishes people who are not in the table too, so it can promise `presence` only, not {demand}"
            );
            return Err(Error::options(message));
        }
        let why = "`recoding = randomised`, which searches for nothing and publishes in the order of the population";
        refuse_idle(
            &[
                ("`weight`", !self.weights.is_empty()),
                ("`cost`", self.method.cost != Cost::LOSS),
                ("`cost-over`", self.method.over != CostOver::default()),
                ("`time-limit`", self.time_limit.is_some()),
                ("`effort`", self.thinks_otherwise()),
                ("`order`", self.order != Order::default()),
            ],
            why,
        )
    }

    /// Whether more or less thought is asked for than usual.
    fn thinks_otherwise(&self) -> bool {
        self.method.effort != Effort::default()
    }

    /// Refuses what has no meaning where quasi-identifiers stay as they are.
    fn check_anatomy(&self) -> Result<()> {
        let about_secrets = |demand: &&Demand| demand.column().is_some();
        if let Some(demand) =
            self.demands.iter().filter(about_secrets).find(|demand| size_for(demand).is_none())
        {
            let message = format!(
                "`recoding = anatomy` hides which secret of a group belongs to whom: of secrets it can promise `l`, `p` and `alpha-k`, not {demand}"
            );
            return Err(Error::options(message));
        }
        if !self.demands.iter().any(|demand| size_for(demand).is_some()) {
            let message = "`recoding = anatomy` is for demands on a secret: ask for one, such as `l = distinct:3`";
            return Err(Error::options(message));
        }
        if self.sensitive.len() != 1 {
            let message = format!(
                "`recoding = anatomy` takes one sensitive column (`sensitive`), not {}: several would tell more together than each does alone",
                self.sensitive.len()
            );
            return Err(Error::options(message));
        }
        let exact = self.demands.iter().all(|demand| size_for(demand).is_some());
        let why = if exact { ", which generalizes nothing" } else { "" };
        refuse_idle(
            &[
                ("`weight`", exact && !self.weights.is_empty()),
                ("`time-limit`", exact && self.time_limit.is_some()),
                ("`effort`", exact && self.thinks_otherwise()),
                ("`keep-suppressed`", self.keep_suppressed),
                ("`deal`", self.method.deal),
            ],
            &format!("`recoding = anatomy`{why}"),
        )
    }

    /// Refuses to deal where nothing is to be kept apart.
    fn check_dealing(&self) -> Result<()> {
        if !self.demands.iter().any(|demand| demand.is_about_nearness()) {
            let message = "`deal` is for `proximity` and `delta-l`, which are not demanded";
            return Err(Error::options(message));
        }
        if self.method.overlap || self.method.recoding() == Recoding::Randomised {
            let message = "`deal` does not go with `overlap` or `recoding = randomised`";
            return Err(Error::options(message));
        }
        Ok(())
    }
}

/// The most sets of quasi-identifiers that demands are measured on.
const MOST_SETS: u128 = 20_000;

/// Refuses to measure no or too many sets of at most `known` of so many columns.
///
/// # Errors
/// Why they cannot be measured.
pub(crate) fn check_known(known: usize, columns: usize) -> Result<()> {
    let refuse = |why: String| {
        let message = format!("`known = {known}`: {why}");
        Err(Error::options(message).with_value(known.to_string()))
    };
    if known == 0 {
        return refuse("whoever knows nothing of a person finds nobody; say 1 or more".to_owned());
    }
    let (mut sets, mut of_size) = (0_u128, 1_u128);
    for size in 1..=known.min(columns) {
        of_size = of_size * (columns - size + 1) as u128 / size as u128;
        sets += of_size;
        if sets > MOST_SETS {
            let why = format!(
                "{columns} quasi-identifiers have more than {MOST_SETS} sets of that size; say less, or name fewer columns"
            );
            return refuse(why);
        }
    }
    Ok(())
}

/// Refuses demands that cannot be measured together with earlier releases.
///
/// # Errors
/// The first of them.
pub(crate) fn check_after(demands: &[Demand]) -> Result<()> {
    let is_about_presence = |demand: &&Demand| {
        matches!(
            demand,
            Demand::Presence(_)
                | Demand::PersonalPresence(_)
                | Demand::JointPresence(_)
                | Demand::MixedMembership(_)
        )
    };
    match demands.iter().find(is_about_presence) {
        None => Ok(()),
        Some(demand) => Err(Error::options(format!(
            "`after` does not go with {demand}: two releases together tell more about who is in the table than the \
             intersection of their classes shows, so the figure would be too good; publish one release with it"
        ))),
    }
}
