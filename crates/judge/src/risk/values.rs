//! What the texts of a column mean: their kind, their place on a scale, and which are one value.

use hashbrown::HashMap;
use incrowd_terms::{Kind, NormalForm, Nulls, Scalar};

use crate::texts::TextNumbers;

/// The kind of a column, declared or inferred from its texts.
pub(crate) fn kind(declared: Option<Kind>, texts: &TextNumbers, nulls: &Nulls) -> Kind {
    let present = texts.iter().filter(|text| !nulls.is_missing(text));
    declared.unwrap_or_else(|| Kind::infer(present))
}

/// The place of each text of a column of numbers or dates, as whole numbers of its finest step.
/// Missing and other values have none. Where the finest step of the column is too fine for whole
/// numbers, places are ranks.
pub(crate) fn places(kind: Kind, texts: &TextNumbers, nulls: &Nulls) -> Vec<Option<i128>> {
    let read = |text: &str| {
        let scalar = if nulls.is_missing(text) { None } else { kind.read(text) };
        scalar.filter(|_| kind.is_ordered())
    };
    let scalars: Vec<Option<Scalar>> = texts.iter().map(read).collect();
    in_steps(&scalars).unwrap_or_else(|| ranks(&scalars))
}

/// Steps whose differences fit machine words, too.
const FARTHEST: i128 = 1 << 120;

fn in_steps(scalars: &[Option<Scalar>]) -> Option<Vec<Option<i128>>> {
    let finest = scalars.iter().flatten().filter_map(|scalar| Some(scalar.number()?.scale()));
    let finest = finest.max().unwrap_or(0);
    let origin = scalars.iter().flatten().find_map(|scalar| scalar.moment());
    let step = |scalar: &Scalar| match (scalar, origin) {
        (Scalar::Number(number), _) => {
            let power = 10_i128.checked_pow(finest - number.scale())?;
            number.mantissa().checked_mul(power).filter(|steps| steps.abs() < FARTHEST)
        }
        (Scalar::Moment(moment), Some(first)) => Some(moment.duration_since(first).as_nanos()),
        _ => Some(0),
    };
    let place = |scalar: &Option<Scalar>| match scalar {
        Some(scalar) => step(scalar).map(Some),
        None => Some(None),
    };
    scalars.iter().map(place).collect()
}

fn ranks(scalars: &[Option<Scalar>]) -> Vec<Option<i128>> {
    let mut order: Vec<(usize, Scalar)> =
        scalars.iter().enumerate().filter_map(|(at, scalar)| Some((at, (*scalar)?))).collect();
    order.sort_by(|(_, a), (_, b)| a.magnitude(b));
    let mut ranks = vec![None; scalars.len()];
    for (rank, run) in (0..).zip(order.chunk_by(|(_, a), (_, b)| a.magnitude(b).is_eq())) {
        run.iter().for_each(|&(at, _)| ranks[at] = Some(rank));
    }
    ranks
}

/// For each text the first text that is the same value; nothing for missing ones.
pub(crate) fn same_values(texts: &TextNumbers, nulls: &Nulls) -> Vec<Option<u32>> {
    let form = NormalForm::new(nulls);
    let mut first: HashMap<String, u32> = HashMap::new();
    let value = |id: u32| {
        let normal = form.of(texts.text(id))?;
        Some(*first.entry_ref(normal.as_ref()).or_insert(id))
    };
    texts.ids().map(value).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(all: &[&str]) -> TextNumbers {
        let mut texts = TextNumbers::default();
        all.iter().for_each(|text| assert!(texts.number(text).is_ok()));
        texts
    }

    #[test]
    fn places_are_exact_steps() {
        let nulls = Nulls::default();
        let numbers = texts(&["1.5", "", "-2", "0.25"]);
        assert_eq!(kind(None, &numbers, &nulls), Kind::Decimal);
        let found = places(Kind::Decimal, &numbers, &nulls);
        assert_eq!(found, [Some(150), None, Some(-200), Some(25)]);
        let days = places(Kind::Date, &texts(&["2024-03-01", "2024-02-29"]), &nulls);
        assert_eq!(days, [Some(0), Some(-86_400_000_000_000)]);
        assert_eq!(places(Kind::Text, &numbers, &nulls), [None; 4]);
    }

    #[test]
    fn what_does_not_fit_is_ranked() {
        let fine = ["7922816251426433759354395033", "0.0000000000000000000000000001", "1", "1.0"];
        let found = places(Kind::Decimal, &texts(&fine), &Nulls::default());
        assert_eq!(found, [Some(2), Some(0), Some(1), Some(1)]);
    }

    #[test]
    fn spellings_of_a_value_are_one() {
        let found = same_values(&texts(&["HIV", "hiv ", "", "flu"]), &Nulls::default());
        assert_eq!(found, [Some(0), Some(0), None, Some(3)]);
    }
}
