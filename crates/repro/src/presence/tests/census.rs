//! On the census table itself.

use std::path::Path;

use incrowd_core::terms::Fraction;

use crate::experiment::{ExperimentData, RunScale};
use crate::presence::data::{StudySize, census};
use crate::presence::delta::DeltaPair;
use crate::presence::method::{N2, PresenceMethod};

#[test]
#[ignore = "needs Adult, which .ci/adult fetches"]
fn the_studies_are_those_of_the_paper() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/adult");
    let world = ExperimentData { scale: RunScale::Quick, adult: Some(&folder) };
    let ground = census(&world).unwrap();
    let heights: Vec<usize> = ground.hierarchies.iter().map(|each| each.height()).collect();
    assert_eq!(heights, [4, 2, 3, 2, 2, 2, 1, 1, 2]);
    assert_eq!(heights.iter().map(|height| height + 1).product::<usize>(), 19_440);
    for study in StudySize::BOTH {
        let tally = ground.tally(study);
        assert_eq!((tally.people(), tally.rows()), (45_222, 1957));
        assert!(tally.is_within_population());
    }
    // The skewed study is older.
    let mean_age = |study| {
        let tally = ground.tally(study);
        let years = |tuple: u32| {
            let age: u64 = ground.hierarchies[0].leaf(tally.code(0, tuple)).parse().unwrap();
            age * tally.rows_of(tuple)
        };
        (0..tally.tuples() as u32).map(years).sum::<u64>() as f64 / 1957.0
    };
    let (random, diabetes) = (mean_age(StudySize::Random), mean_age(StudySize::Diabetes));
    assert!((37.0..40.0).contains(&random), "{random}");
    assert!((46.0..52.0).contains(&diabetes), "{diabetes}");
    let delta = DeltaPair { least: Fraction::new(2, 100), most: Fraction::new(5, 100) };
    // Columns but for relationship and sex are taken away altogether.
    let spalm = PresenceMethod::Spalm.go(&ground, StudySize::Random, delta).unwrap();
    assert!((spalm.loss - 7.0 / 9.0).abs() < 1e-9, "{}", spalm.loss);
    let n2 = N2.go(&ground, StudySize::Diabetes, delta).unwrap();
    let looser = DeltaPair { least: Fraction::ZERO, ..delta };
    let anomaly = N2.go(&ground, StudySize::Diabetes, looser).unwrap();
    assert!(n2.loss < anomaly.loss, "{} {}", n2.loss, anomaly.loss);
}
