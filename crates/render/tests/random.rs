//! Whatever is put into charts and pages, they come out valid.

use incrowd_render::{
    Axis, Bars, Chart, Grid, Lattice, LevelRange, Lines, Page, PageBlock, Section, Series,
    SeriesKind, Surface, Tone, figure,
};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

use crate::check::{complaints, flaws};

fn text() -> impl Strategy<Value = String> {
    let letters = vec(any::<char>(), 0..12).prop_map(String::from_iter);
    let words = "[a-z <>&\"'$\\\\]{0,40}";
    prop_oneof![letters, words, Just(String::new()), "[a-z]{200}"]
}

fn number() -> impl Strategy<Value = f64> {
    let odd = [0.0, f64::NAN, f64::INFINITY, f64::MAX, -1.0, 5e-324, 1e300];
    prop_oneof![
        any::<f64>(),
        -10.0..1000.0,
        prop::sample::select(odd.to_vec()),
        (0..40i32).prop_map(f64::from)
    ]
}

fn axis() -> impl Strategy<Value = Axis> {
    (text(), any::<bool>(), vec(text(), 0..4)).prop_map(|(label, log, names)| Axis {
        label,
        log,
        names,
    })
}

fn series() -> impl Strategy<Value = Series> {
    let kinds =
        vec![SeriesKind::Measured, SeriesKind::Ours, SeriesKind::Bound, SeriesKind::Claimed];
    let points = vec((number(), option::of(number())), 0..40);
    (text(), prop::sample::select(kinds), points).prop_map(|(name, kind, points)| Series {
        name,
        kind,
        points,
    })
}

fn chart() -> impl Strategy<Value = Chart> {
    let lines = (text(), axis(), axis(), vec(series(), 0..10))
        .prop_map(|(title, x, y, series)| Chart::Lines(Lines { title, x, y, series }));
    let groups = vec((text(), vec(option::of(number()), 0..9)), 0..9);
    let bars = (text(), text(), axis(), vec(text(), 0..60), groups).prop_map(
        |(title, label, y, places, groups)| Chart::Bars(Bars { title, label, y, places, groups }),
    );
    let places = || (text(), vec(text(), 0..30));
    let values = vec(vec(option::of(number()), 0..12), 0..30);
    let surface = (text(), places(), places(), text(), values)
        .prop_map(|(title, x, y, z, values)| Chart::Surface(Surface { title, x, y, z, values }));
    let level = || prop_oneof![0..6_u64, any::<u64>()];
    let column = (text(), level(), level(), option::of(level()))
        .prop_map(|(name, lowest, highest, chosen)| LevelRange { name, lowest, highest, chosen });
    let lattice = (text(), vec(column, 0..5))
        .prop_map(|(title, columns)| Chart::Lattice(Lattice { title, columns }));
    prop_oneof![lines, bars, surface, lattice]
}

fn block() -> impl Strategy<Value = PageBlock> {
    let grid = (vec(text(), 0..4), vec(vec(text(), 0..5), 0..4))
        .prop_map(|(head, rows)| Grid { head, rows });
    let tones = vec![Tone::Good, Tone::Bad, Tone::Careful];
    prop_oneof![
        text().prop_map(PageBlock::Prose),
        text().prop_map(PageBlock::Heading),
        vec(text(), 0..3).prop_map(PageBlock::List),
        (prop::sample::select(tones), text()).prop_map(|(tone, text)| PageBlock::Note(tone, text)),
        (text(), grid).prop_map(|(caption, grid)| PageBlock::Table(caption, grid)),
        (text(), chart()).prop_map(|(caption, chart)| PageBlock::Figure(caption, chart)),
        text().prop_map(PageBlock::Verbatim),
        vec((text(), text()), 0..3).prop_map(PageBlock::Fields),
    ]
}

fn page() -> impl Strategy<Value = Page> {
    let section =
        (text(), vec(block(), 0..4)).prop_map(|(title, blocks)| Section { title, blocks });
    (text(), text(), vec(section, 0..6)).prop_map(|(title, subtitle, sections)| Page {
        title,
        subtitle,
        sections,
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn charts_are_well_formed(chart in chart()) {
        prop_assert_eq!(flaws(&chart.svg()), Vec::<String>::new());
        prop_assert_eq!(flaws(&chart.file()), Vec::<String>::new());
        let numbers = chart.numbers();
        prop_assert!(numbers.rows.iter().all(|row| row.len() == numbers.head.len()));
    }

    #[test]
    fn pages_are_valid(page in page()) {
        prop_assert_eq!(complaints(&page.html()), Vec::<String>::new());
    }

    #[test]
    fn figures_read_back(value in any::<f64>()) {
        let read: f64 = figure(value).parse().unwrap();
        prop_assert!(value == read || (value - read).abs() <= value.abs() * 5.001e-6 || value.is_nan());
    }
}
