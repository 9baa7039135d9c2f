//! The smallest classes of a table, from its bytes.

use incrowd_io::{Location, ReadOptions, Table};
use incrowd_judge::SmallClass;

use crate::common::{Asked, Sheet};

#[test]
fn findings_name_the_smallest_classes() {
    let mut lines = vec!["age,sex,group,illness".to_owned()];
    for at in (0..200).rev() {
        lines.push(format!("{},{},g{},flu", at % 13, at % 2, at % 5));
    }
    lines.extend(["99,x,g1,cold", "98,x,g1,cold", "99,x,g2,flu"].map(str::to_owned));
    let mut sheet = Sheet::new(lines);
    let asked = Asked::about("age,sex", "illness");
    let found = asked.with(&sheet, None, 1).unwrap().smallest;
    let named = |class: &str, rows| SmallClass { class: class.to_owned(), rows };
    assert_eq!(found.len(), 10);
    assert_eq!(found[..2], [named("class (age=98, sex=x)", 1), named("class (age=99, sex=x)", 2)]);
    // Of the classes of seven rows the one that the file has first.
    assert_eq!(found[2], named("class (age=12, sex=1)", 7));
    let location = Location::Path(sheet.path().into());
    sheet.table = Table::open_in_blocks(&location, &ReadOptions::default(), 64).unwrap();
    assert_eq!(asked.with(&sheet, None, 4).unwrap().smallest, found);
    // A group divides classes, and k is the size of the smallest part.
    let asked = Asked { group: Some("group".into()), ..asked };
    let found = asked.with(&sheet, None, 1).unwrap();
    assert_eq!(found.smallest[0].rows, found.k.unwrap());
    assert!(found.smallest[0].class.contains("group=g"), "{:?}", found.smallest[0]);
    let sizes = |sizes: &std::collections::BTreeMap<u64, u64>| -> u64 {
        sizes.iter().map(|(size, classes)| size * classes).sum()
    };
    assert_eq!((sizes(&found.divided_sizes), sizes(&found.class_sizes)), (203, 203));
    assert_eq!(found.divided_sizes.values().sum::<u64>(), found.classes);
}
