//! Promises that rest on an estimate of the population, against populations that are drawn: how often
//! a release that says "holds" breaks its promise.

use std::collections::BTreeMap;

use crate::support::{Dice, Folder, column};

/// A table of one column.
fn table(header: &str, rows: impl IntoIterator<Item = String>) -> String {
    let rows = rows.into_iter().map(|row| format!("{row}\n"));
    std::iter::once(format!("{header}\n")).chain(rows).collect()
}

/// The values that a published label stands for.
fn covers(label: &str, value: u64) -> bool {
    let ends = label.trim_matches(['[', ']', ')']).split_once(',');
    let number = |text: &str| text.parse::<u64>().unwrap();
    match ends {
        _ if label == "*" => true,
        Some((low, high)) if label.ends_with(')') => (number(low)..number(high)).contains(&value),
        Some((low, high)) => (number(low)..=number(high)).contains(&value),
        None => number(label) == value,
    }
}

/// Draws a value with a chance proportional to its weight.
fn draw(weights: &[u64], dice: &mut Dice) -> u64 {
    let mut at = dice.roll(weights.iter().sum());
    let value = weights.iter().position(|&weight| match at.checked_sub(weight) {
        Some(rest) => {
            at = rest;
            false
        }
        None => true,
    });
    value.unwrap() as u64
}

/// The confidence that a release states, and how often it keeps its promise in populations that are
/// drawn from the distribution. Nothing if nothing is published.
fn kept(folder: &Folder, weights: &[u64], words: &str, dice: &mut Dice) -> Option<(f64, f64)> {
    const PEOPLE: u64 = 300;
    const MEMBERS: u64 = 30;
    const DRAWS: u64 = 1500;
    let (least, most) = (dice.roll(3), 12 + dice.roll(20));
    let sum: u64 = weights.iter().sum();
    let share = |(age, weight): (usize, &u64)| format!("{age},{weight}/{sum}");
    folder.write("shares.csv", table("age,share", weights.iter().enumerate().map(share)));
    let members: Vec<u64> = (0..MEMBERS).map(|_| draw(weights, dice)).collect();
    folder.write("t.csv", table("age", members.iter().map(u64::to_string)));
    let words = format!(
        "release t.csv --qi age --distribution shares.csv --population {PEOPLE} \
         --presence {least}/100,{most}/100 --confidence 80% {words} --force --json -o out.csv"
    );
    let run = folder.run(&words);
    if run.status != Some(0) {
        return None;
    }
    let stated = &run.json()["guarantees"][0]["measured"]["confidence"];
    let labels = column(&folder.text("out.csv"), "age");
    let mut classes: BTreeMap<&str, u64> = BTreeMap::new();
    labels.iter().for_each(|label| *classes.entry(label).or_default() += 1);
    let class = |age: u64| classes.keys().position(|label| covers(label, age));
    let of_age: Vec<Option<usize>> = (0..weights.len() as u64).map(class).collect();
    let holds = |_: &u64| {
        let mut others = vec![0; classes.len()];
        let mut unmatched = false;
        for _ in MEMBERS..PEOPLE {
            match of_age[draw(weights, dice) as usize] {
                Some(class) => others[class] += 1,
                None => unmatched = true,
            }
        }
        let within = |(rows, others): (&u64, u64)| {
            let people = rows + others;
            least * people <= 100 * rows && 100 * rows <= most * people
        };
        (least == 0 || !unmatched) && classes.values().zip(others).all(within)
    };
    let kept = (0..DRAWS).filter(holds).count() as f64 / DRAWS as f64;
    Some((stated.as_f64().unwrap(), kept))
}

#[test]
fn presence_from_a_distribution_is_as_certain_as_it_says() {
    let folder = Folder::new();
    let mut dice = Dice(2007);
    let (mut releases, mut doubtful) = (0, 0);
    for round in 0..60 {
        let weights: Vec<u64> = (0..8).map(|_| 1 + dice.roll(9)).collect();
        let words = [
            "--recoding multidimensional",
            "--hierarchy age=intervals:2,4",
            "--algorithm exact",
            "--recoding local",
        ][round % 4];
        let Some((stated, kept)) = kept(&folder, &weights, words, &mut dice) else { continue };
        releases += 1;
        doubtful += u64::from(kept < 0.98);
        // Four standard deviations of the draws.
        let room = 4.0 * (stated * (1.0 - stated) / 1500.0).sqrt() + 0.003;
        assert!(stated >= 0.8 && kept >= stated - room, "{words}: {stated} stated, {kept} kept");
    }
    assert!(releases > 30 && doubtful > 5, "{doubtful} of {releases} can break");
}

/// Published classes, and whether each matches enough people of the population.
fn wrong(folder: &Folder, population: &[u64], k: usize) -> (usize, usize) {
    let labels = column(&folder.text("out.csv"), "cell");
    let mut labels: Vec<&String> = labels.iter().collect();
    labels.sort();
    labels.dedup();
    let few = |label: &&&String| population.iter().filter(|cell| covers(label, **cell)).count() < k;
    (labels.iter().filter(few).count(), labels.len())
}

/// Everybody shares a cell with three others, or with some more. A tenth of the people is the sample.
/// The search may choose among all levels and boxes, and still errs no more often than it says.
#[test]
fn an_estimated_k_map_errs_no_more_often_than_it_says() {
    let folder = Folder::new();
    let mut dice = Dice(14);
    for (words, sizes) in [
        ("--recoding full-domain --hierarchy cell=intervals:2,4,8,16,32,64,128", [4, 4, 4, 4]),
        ("--recoding multidimensional", [4, 4, 4, 4]),
        ("--recoding multidimensional", [1, 4, 9, 60]),
        ("--recoding local --k-map 5:poisson", [1, 2, 4, 40]),
    ] {
        let k_map = if words.contains("--k-map") { "" } else { "--k-map 5" };
        let population: Vec<u64> =
            (0..150).flat_map(|cell| vec![cell; sizes[cell as usize % 4]]).collect();
        let (mut releases, mut errors) = (0, 0);
        for _ in 0..40 {
            let sample = population.iter().filter(|_| dice.roll(10) == 0).map(u64::to_string);
            folder.write("t.csv", table("cell", sample));
            let words = format!(
                "release t.csv --qi cell {k_map} --population {} {words} --force --json -o out.csv",
                population.len()
            );
            let run = folder.run(&words);
            assert!(matches!(run.status, Some(0 | 1)), "{run}");
            if run.status == Some(0) {
                releases += 1;
                errors += usize::from(wrong(&folder, &population, 5).0 > 0);
            }
        }
        // 5 % of forty are two; six are almost three standard deviations above.
        assert!(releases > 0 && errors <= 6, "{words}: {errors} of {releases} are wrong");
    }
}

/// One cell has a person too few. A table that is only checked is taken for safe no more often than it
/// says.
#[test]
fn a_checked_k_map_errs_no_more_often_than_it_says() {
    let folder = Folder::new();
    let mut dice = Dice(15);
    let population: Vec<u64> =
        (0..6).flat_map(|cell| vec![cell; [4, 90][usize::from(cell > 0)]]).collect();
    let (runs, mut held, mut honest) = (100, 0, 0);
    for _ in 0..runs {
        let sample = population.iter().filter(|_| dice.roll(4) == 0);
        // A sample without the small cell promises nothing of it.
        let sample: Vec<String> = sample.map(u64::to_string).collect();
        if !sample.contains(&"0".to_owned()) {
            continue;
        }
        folder.write("t.csv", table("cell", sample));
        let people = population.len();
        let holds = |k: u64| {
            let words = format!(
                "check t.csv --qi cell --k-map {k} --population {people} --significance 20%"
            );
            folder.run(&words).status == Some(0)
        };
        held += u64::from(holds(5));
        honest += u64::from(holds(1));
    }
    assert!(
        held * 5 <= honest,
        "{held} of {honest} tables hold 5-map, where a cell has four people"
    );
    assert!(honest > 50, "{honest}");
}
