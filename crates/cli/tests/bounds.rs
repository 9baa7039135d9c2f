//! Every bound, and every "proven optimal", against all releases of the family that it names.

use serde_json::{Value, json};

use crate::support::{Dice, Folder};

const COLUMNS: usize = 3;

/// What is demanded of a class.
#[derive(Clone, Copy, Debug)]
enum Wanted {
    K(u64),
    /// Tenths.
    Presence(u64, u64),
}

impl Wanted {
    fn holds(self, rows: u64, people: u64) -> bool {
        match self {
            Wanted::K(k) => rows >= k,
            Wanted::Presence(least, most) => {
                least * people <= 10 * rows && 10 * rows <= most * people
            }
        }
    }

    fn words(self) -> String {
        match self {
            Wanted::K(k) => format!("--k {k}"),
            Wanted::Presence(least, most) => {
                format!("--public people.csv --presence {least}/10,{most}/10")
            }
        }
    }
}

/// People with three numbers each, different ones, and who of them is in the table. Sets of people
/// are bits.
struct Small {
    people: Vec<[u64; COLUMNS]>,
    members: u32,
    wanted: Wanted,
}

impl Small {
    fn new(dice: &mut Dice) -> Small {
        let wanted = match dice.roll(3) {
            0 => Wanted::K(2 + dice.roll(2)),
            _ => Wanted::Presence(dice.roll(4), 5 + dice.roll(3)),
        };
        let sides = 2 + dice.roll(4);
        let mut people: Vec<[u64; COLUMNS]> = Vec::new();
        for _ in 0..4 + dice.roll(4) {
            let person = std::array::from_fn(|_| dice.roll(sides));
            if !people.contains(&person) {
                people.push(person);
            }
        }
        let everybody = (1 << people.len()) - 1;
        let members = match wanted {
            Wanted::K(_) => everybody,
            Wanted::Presence(..) => (1 + dice.roll(u64::from(everybody))) as u32,
        };
        Small { people, members, wanted }
    }

    /// Three pairs across one another, each along a column of its own, and one of each in the table.
    fn crossed(dice: &mut Dice) -> Small {
        let last = 1 + dice.roll(5);
        let mut people: Vec<[u64; COLUMNS]> = Vec::new();
        let mut members = 0;
        for column in 0..COLUMNS {
            let mut person = std::array::from_fn(|_| dice.roll(last + 1));
            let member = dice.roll(2);
            for (end, at) in [(0, 0), (1, last)] {
                person[column] = at;
                if !people.contains(&person) {
                    members |= u32::from(end == member) << people.len();
                    people.push(person);
                }
            }
        }
        Small { people, members: members.max(1), wanted: Wanted::Presence(dice.roll(4), 5) }
    }

    fn write(&self, folder: &Folder) {
        let rows = |set: u32| -> String {
            let row = |person: usize| {
                let [x, y, z] = self.people[person];
                format!("{x},{y},{z}\n")
            };
            let header = std::iter::once("x,y,z\n".to_owned());
            header.chain(self.inside(set).map(row)).collect()
        };
        folder.write("people.csv", rows(self.everybody()));
        folder.write("t.csv", rows(self.members));
    }

    fn everybody(&self) -> u32 {
        (1 << self.people.len()) - 1
    }

    fn inside(&self, set: u32) -> impl Iterator<Item = usize> {
        (0..self.people.len()).filter(move |person| set >> person & 1 == 1)
    }

    fn range(&self, set: u32, column: usize) -> (u64, u64) {
        let values = || self.inside(set).map(|person| self.people[person][column]);
        (values().min().unwrap(), values().max().unwrap())
    }

    /// The least box around a set of people, as the set of all people in it.
    fn closed(&self, set: u32) -> u32 {
        let ranges: Vec<_> = (0..COLUMNS).map(|column| self.range(set, column)).collect();
        let is_inside = |person: &usize| {
            let place = self.people[*person];
            ranges.iter().zip(place).all(|(&(low, high), at)| low <= at && at <= high)
        };
        (0..self.people.len()).filter(is_inside).fold(0, |set, person| set | 1 << person)
    }

    fn holds(&self, set: u32) -> bool {
        let rows = (set & self.members).count_ones();
        self.wanted.holds(rows.into(), set.count_ones().into())
    }

    /// What the rows of a class lose together, in all columns.
    fn loss(&self, set: u32) -> f64 {
        let column = |column: usize| {
            let (low, high) = self.range(set, column);
            let (least, most) = self.range(self.everybody(), column);
            if most == least { 0.0 } else { (high - low) as f64 / (most - least) as f64 }
        };
        f64::from((set & self.members).count_ones()) * (0..COLUMNS).map(column).sum::<f64>()
    }

    fn mean(&self, loss: f64) -> f64 {
        loss / f64::from(self.members.count_ones()) / COLUMNS as f64
    }

    /// The least loss of all partitions into boxes that have nobody in common.
    fn disjoint(&self) -> f64 {
        self.mean(self.disjoint_of(self.everybody(), &mut vec![None; 1 << self.people.len()]))
    }

    fn disjoint_of(&self, set: u32, known: &mut Vec<Option<f64>>) -> f64 {
        if set == 0 {
            return 0.0;
        }
        if let Some(loss) = known[set as usize] {
            return loss;
        }
        let first = set & set.wrapping_neg();
        let mut best = f64::INFINITY;
        for class in (1..=set).filter(|class| class & !set == 0 && class & first != 0) {
            if self.closed(class) == class && self.holds(class) {
                best = best.min(self.loss(class) + self.disjoint_of(set & !class, known));
            }
        }
        known[set as usize] = Some(best);
        best
    }

    /// The least loss of all ways to cut from side to side again and again.
    fn cuts(&self) -> f64 {
        self.mean(self.cuts_of(self.everybody()))
    }

    fn cuts_of(&self, set: u32) -> f64 {
        let mut best = if self.holds(set) { self.loss(set) } else { f64::INFINITY };
        for column in 0..COLUMNS {
            let (low, high) = self.range(set, column);
            for cut in low + 1..=high {
                let left = self.inside(set).filter(|&person| self.people[person][column] < cut);
                let left = left.fold(0, |left, person| left | 1 << person);
                best = best.min(self.cuts_of(left) + self.cuts_of(set & !left));
            }
        }
        best
    }

    /// A release, or nothing if there is none.
    fn release(&self, folder: &Folder, way: &str) -> Option<Value> {
        let wanted = self.wanted.words();
        let words =
            format!("release t.csv --qi x,y,z {wanted} {way} --force --json --evidence -o out.csv");
        let run = folder.run(&words);
        assert!(matches!(run.status, Some(0 | 1)), "{run}");
        (run.status == Some(0)).then(|| run.json())
    }
}

const ROUNDING: f64 = 1e-8;

#[test]
fn no_release_of_the_family_costs_less_than_its_bound() {
    let folder = Folder::new();
    let mut dice = Dice(76);
    let (mut bounds, mut apart) = (0, 0);
    for round in 0..70 {
        let small = if round % 2 == 0 { Small::new(&mut dice) } else { Small::crossed(&mut dice) };
        small.write(&folder);
        let (disjoint, cuts) = (small.disjoint(), small.cuts());
        assert!(disjoint <= cuts + ROUNDING);
        apart += u64::from(cuts.is_finite() && disjoint < cuts - ROUNDING);
        for way in [
            "--algorithm exact",
            "--recoding multidimensional",
            "--recoding local",
            "--algorithm mondrian",
        ] {
            let Some(told) = small.release(&folder, way) else { continue };
            let loss = told["cost"]["loss"].as_f64().unwrap();
            assert!(loss >= disjoint - ROUNDING, "{way}: {loss} {disjoint}");
            let bound = &told["lower_bound"];
            let search = &told["evidence"]["search"];
            let optimum = match bound["of"].as_str() {
                Some("releases by disjoint boxes") => disjoint,
                Some("releases by recursive cuts") => cuts,
                Some(other) => panic!("{other} are no boxes"),
                None => continue,
            };
            assert_eq!(search["among"], bound["of"]);
            bounds += 1;
            let least = bound["loss"].as_f64().unwrap();
            assert!(
                least <= optimum + ROUNDING,
                "round {round} {way}: {optimum} is found, {bound}"
            );
            if search["proven"] == json!(true) {
                assert!(
                    (loss - optimum).abs() < ROUNDING,
                    "round {round} {way}: {optimum} {told:#}"
                );
            }
        }
    }
    assert!(bounds > 120, "{bounds} bounds");
    assert!(apart > 2, "disjoint boxes beat cuts {apart} times");
}

/// Three pairs across one another: every cut parts one of them. So the best release by cuts is one
/// class, which loses everything, and the three boxes lose a third.
fn three_pairs() -> Small {
    let people = vec![[0, 1, 0], [3, 1, 0], [0, 0, 3], [0, 3, 3], [1, 0, 0], [1, 0, 3]];
    Small { people, members: 0b01_1001, wanted: Wanted::Presence(0, 5) }
}

#[test]
fn an_optimum_by_cuts_does_not_claim_to_beat_other_boxes() {
    let folder = Folder::new();
    let small = three_pairs();
    small.write(&folder);
    assert!((small.cuts() - 1.0).abs() < ROUNDING);
    assert!((small.disjoint() - 1.0 / 3.0).abs() < ROUNDING);
    let told = small.release(&folder, "--algorithm exact").unwrap();
    assert_eq!(told["lower_bound"], json!({ "loss": 1.0, "of": "releases by recursive cuts" }));
    let words = "release t.csv --qi x,y,z --public people.csv --presence 0,1/2 --algorithm exact --force -o out.csv";
    let run = folder.run(words).succeeds();
    assert!(run.text().contains("proven optimal among releases by recursive cuts"), "{run}");
    // The three boxes are a release: the judge finds the demand in them.
    let boxes = "\"[0,3]\",1,0\n0,\"[0,3]\",3\n1,0,\"[0,3]\"\n";
    folder.write("boxes.csv", format!("x,y,z\n{boxes}"));
    let check = "check boxes.csv --qi x,y,z --public people.csv --presence 0,1/2 --json";
    let told = folder.run(check).succeeds().json();
    assert_eq!(told["guarantees"][0]["measured"], json!({ "min": "1/2", "max": "1/2" }));
    let bound = small.release(&folder, "--recoding local").unwrap()["lower_bound"].clone();
    assert_eq!(bound["of"], "releases by disjoint boxes");
    assert!(bound["loss"].as_f64().unwrap() <= 1.0 / 3.0);
}

/// Where boxes may overlap, the bound of those that may not says nothing.
#[test]
fn releases_that_may_overlap_have_no_bound_of_those_that_may_not() {
    let folder = Folder::new();
    let mut dice = Dice(667);
    let (mut releases, mut below) = (0, 0);
    for round in 0..60 {
        let small = Small::new(&mut dice);
        small.write(&folder);
        let Some(told) = small.release(&folder, "--recoding local --overlap") else { continue };
        releases += 1;
        let loss = told["cost"]["loss"].as_f64().unwrap();
        below += u64::from(loss < small.disjoint() - ROUNDING);
        assert_eq!(told["lower_bound"], Value::Null, "round {round}: {told:#}");
        let search = &told["evidence"]["search"];
        assert_eq!((&search["bound"], &search["proven"]), (&Value::Null, &json!(false)));
        let apart = small.release(&folder, "--recoding local").unwrap();
        assert!(loss <= apart["cost"]["loss"].as_f64().unwrap() + ROUNDING, "round {round}");
    }
    assert!(releases > 20 && below > 0, "{below} of {releases} lose less than any disjoint boxes");
}
