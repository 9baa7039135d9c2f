//! Levels of categories.

use incrowd_columns::mask::level::{lowest, occurring, possible};
use incrowd_core::hierarchy::{Domain, Spec, build};
use incrowd_terms::{Kind, Nulls};

use super::{cases, numbers};

#[test]
fn golden_levels() {
    let cases = cases("categorical_level");
    assert_eq!(cases.len(), 6);
    for case in cases {
        let values = numbers(&case["input"]["distinct"]);
        let level = lowest(&values, case["input"]["d"].as_u64().unwrap()).unwrap();
        assert_eq!(case["expected"]["level"], level, "{case}");
    }
    assert_eq!(lowest(&[4, 2], 1), None);
}

#[test]
fn levels_of_a_hierarchy() {
    let spec = Spec::parse("mask:3").unwrap().read(|_path| Err("no file")).unwrap();
    let values = ["111", "112", "121", "211"].map(|zip| (zip.to_string(), 1));
    let nulls = Nulls::default();
    let domain = Domain { column: "zip", kind: Kind::Text, values: &values, nulls: &nulls };
    let hierarchy = build(&spec, &domain).unwrap();
    let levels: Vec<_> = (0..=5).map(|most| lowest(&possible(&hierarchy), most)).collect();
    assert_eq!(levels, [None, Some(3), Some(2), Some(1), Some(0), Some(0)]);
    // Of what occurs, fewer levels have more than one.
    let some = hierarchy.leaf(0).to_owned();
    let one = occurring(&hierarchy, std::iter::once(some.as_str()));
    assert!(one.iter().all(|&values| values == 1), "{one:?}");
    let all: Vec<&str> = (0..hierarchy.leaves() as u32).map(|code| hierarchy.leaf(code)).collect();
    assert_eq!(occurring(&hierarchy, all.into_iter()), possible(&hierarchy));
}
