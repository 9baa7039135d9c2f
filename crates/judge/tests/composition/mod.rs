//! Releases together: the judge against the truth of small random worlds, and against an attacker who tries
//! every way of giving the rows of all files to people.

mod attacker;
mod cases;
mod world;

use std::collections::BTreeMap;

use incrowd_io::MemoryTable;
use incrowd_judge::{Composed, Findings, JudgeError, Person, Question, judge};
use incrowd_terms::{
    AlphaK, BetaLikeness, Closeness, DeltaDisclosure, Demand, Distance, Diversity, Fraction,
    Guarantee, KAnonymity, LDiversity, Likeness, PSensitivity, TCloseness,
};

use attacker::candidates;
use world::{Change, Dice, Wanted, World};

/// Demands of all kinds; those on secrets only where the present release shows them.
fn demands(world: &World) -> Vec<Demand> {
    let half = Fraction::new(1, 2);
    let column = || "secret".to_owned();
    let l = |diversity| Demand::from(LDiversity { diversity, column: column() });
    let mut demands: Vec<Demand> = vec![KAnonymity { k: 2 }.into()];
    if world.releases.last().is_some_and(|made| made.shows_secret) {
        let closeness = Closeness { t: half, distance: Distance::Equal };
        demands.extend([
            PSensitivity { p: 2, column: column() }.into(),
            l(Diversity::Distinct(2)),
            l(Diversity::Frequency(Fraction::from(2))),
            AlphaK { alpha: half, column: column() }.into(),
            l(Diversity::Entropy(Fraction::new(3, 2))),
            l(Diversity::Recursive { c: Fraction::from(2), l: 2, strict: true }),
            TCloseness { closeness, column: column() }.into(),
            BetaLikeness { likeness: Likeness::Basic(Fraction::ONE), column: column() }.into(),
            DeltaDisclosure { delta: Fraction::ONE, column: column() }.into(),
        ]);
    }
    demands
}

/// How many of the demands have a figure that uncertain rows cannot make worse.
const BOUNDED: usize = 5;

/// The same demands on the true joint classes, written as a table and judged alone.
fn truth(world: &World, demands: &[Demand]) -> Vec<Guarantee> {
    let (sizes, secrets): (Vec<Demand>, Vec<Demand>) =
        demands.iter().cloned().partition(|demand| demand.column().is_none());
    let judged = |with_secret: bool, demands: &[Demand]| -> Findings {
        let classes = world.joint_classes(with_secret);
        let rows = classes.values().enumerate().flat_map(|(class, rows)| {
            rows.iter().map(move |&row| {
                let row = &world.rows[row];
                [class.to_string(), format!("s{}", row.secret), row.person.to_string()]
            })
        });
        let columns = ["class", "secret", "person"];
        let table = MemoryTable::from_rows("truth", columns, rows).unwrap().into();
        judge(&Question {
            qi: &["class".into()],
            sensitive: &["secret".into()],
            person: world.has_persons.then_some(Person::Column("person")),
            demands,
            ..Question::about(&table)
        })
        .unwrap()
    };
    let mut found = judged(false, &sizes).guarantees;
    if !secrets.is_empty() {
        found.extend(judged(true, &secrets).guarantees);
    }
    found
}

fn figure(guarantee: &Guarantee) -> Option<f64> {
    guarantee.measured.as_f64()
}

/// What the judge found, unless it says that the tables are not of the same people.
fn found(world: &World, demands: &[Demand], told: bool) -> Option<Composed> {
    match world.composed(demands, told) {
        Ok(composed) => Some(composed),
        Err(JudgeError::NotBeside { .. }) => None,
        Err(error) => panic!("{error}\n{world:#?}"),
    }
}

/// A world in which something is published at every time.
fn world(dice: &mut Dice, wanted: Wanted) -> World {
    loop {
        let world = World::random(dice, wanted);
        if world.releases.iter().all(|made| !made.rows.is_empty()) {
            return world;
        }
    }
}

/// The guarantees that the judge gives on joint classes.
fn guarantees(composed: &Composed) -> Vec<Guarantee> {
    composed.guarantees.iter().map(|joint| joint.guarantee.clone()).collect()
}

#[test]
fn of_one_table_every_figure_is_that_of_the_joint_classes() {
    let mut narrowed = 0;
    for seed in 0..4_000 {
        let mut dice = Dice::new(seed);
        let releases = 2 + dice.below(2);
        let has_persons = dice.chance(3);
        let wanted = Wanted { releases, most_rows: 14, change: Change::Nothing, has_persons };
        let world = world(&mut dice, wanted);
        let demands = demands(&world);
        // Whether or not the judge is told which row is which.
        let composed = world.composed(&demands, seed % 2 == 0).unwrap();
        let truth = truth(&world, &demands);
        for (found, true_one) in guarantees(&composed).iter().zip(&truth) {
            let same = (figure(found), found.holds) == (figure(true_one), true_one.holds);
            assert!(same, "seed {seed}: {found:?}\n{true_one:?}\n{world:#?}");
        }
        assert_eq!(guarantees(&composed).len(), truth.len());
        assert_eq!(composed.uncertain, 0, "seed {seed}");
        assert!(composed.releases.iter().all(|release| release.gone == 0 && !release.reordered));
        narrowed += usize::from(composed.k == Some(1));
    }
    assert!(
        (200..3_900).contains(&narrowed),
        "some have people who are alone, some do not: {narrowed}"
    );
}

/// That k and l are no larger than in truth, where people only come or only leave.
fn is_bounded(world: &World, seed: u64) -> (bool, bool) {
    let demands = demands(world);
    let Some(composed) = found(world, &demands, seed.is_multiple_of(2)) else {
        return (false, false);
    };
    let truth = truth(world, &demands);
    let mut exact = true;
    for (at, (found, true_one)) in guarantees(&composed).iter().zip(&truth).enumerate() {
        if at >= BOUNDED {
            continue;
        }
        let (here, there) = (figure(found).unwrap(), figure(true_one).unwrap());
        let safe = if found.model.starts_with("(alpha") || found.model.contains("alpha") {
            here >= there
        } else {
            here <= there
        };
        assert!(safe, "seed {seed}: {found:?}\n{true_one:?}\n{world:#?}");
        assert!(!found.holds || true_one.holds, "seed {seed}: {found:?}\n{world:#?}");
        exact &= here == there;
    }
    (true, exact)
}

#[test]
fn of_tables_that_grow_or_shrink_k_and_l_are_never_too_large() {
    for change in [Change::Growth, Change::Loss] {
        let (mut judged, mut exact) = (0, 0);
        for seed in 0..3_000 {
            let mut dice = Dice::new(seed);
            let releases = 2 + dice.below(2);
            let has_persons = dice.chance(3);
            let wanted = Wanted { releases, most_rows: 12, change, has_persons };
            let world = world(&mut dice, wanted);
            let (is_judged, is_exact) = is_bounded(&world, seed);
            judged += usize::from(is_judged);
            exact += usize::from(is_exact);
        }
        assert!(judged > 2_000, "{change:?}: {judged} are releases of the same people");
        assert!(exact * 3 > judged, "{change:?}: {exact} of {judged} are not only bounded");
    }
}

#[test]
fn no_attacker_is_left_with_fewer_rows_or_secrets_than_k_and_l_say() {
    let changes = [Change::Nothing, Change::Growth, Change::Loss, Change::Both];
    let mut judged = BTreeMap::new();
    for seed in 0..6_000 {
        let mut dice = Dice::new(seed);
        let change = changes[dice.below(4)];
        let releases = 2 + usize::from(dice.chance(4));
        let wanted = Wanted { releases, most_rows: 6, change, has_persons: false };
        let world = world(&mut dice, wanted);
        let demands = demands(&world);
        let Some(composed) = found(&world, &demands, seed % 2 == 0) else { continue };
        *judged.entry(format!("{change:?}")).or_insert(0) += 1;
        let k = figure(&composed.guarantees[0].guarantee).unwrap();
        let l = composed.guarantees.get(2).map(|joint| figure(&joint.guarantee).unwrap());
        for row in 0..world.rows.len() {
            let candidates = candidates(&world, row);
            for rows in candidates.rows.iter().filter(|rows| !rows.is_empty()) {
                assert!(
                    rows.len() as f64 >= k,
                    "seed {seed}, row {row}: {candidates:?}\n{world:#?}"
                );
            }
            let secrets = candidates.secrets.len() as f64;
            if let Some(l) = l.filter(|_| secrets > 0.0) {
                assert!(secrets >= l, "seed {seed}, row {row}: {candidates:?}\n{world:#?}");
            }
        }
    }
    assert!(judged.len() == 4 && judged.values().all(|&worlds| worlds > 500), "{judged:?}");
}
