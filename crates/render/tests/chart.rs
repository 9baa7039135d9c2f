//! Pictures are well-formed, show hostile names as words, and have a table of their numbers.

use incrowd_render::{Axis, Bars, Chart, Lines, Series, SeriesKind, Surface, figure};
use roxmltree::Document;

use crate::check::flaws;
use crate::pages::{self, HOSTILE};

fn drawn_words(svg: &str) -> Vec<String> {
    let tree = Document::parse(svg).unwrap();
    let texts =
        tree.descendants().filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "text")));
    texts.map(|node| node.text().unwrap_or_default().to_owned()).collect()
}

fn line(kind: SeriesKind, points: &[(f64, Option<f64>)]) -> Series {
    Series { name: format!("{kind:?}"), kind, points: points.to_vec() }
}

fn lines(log: bool, series: Vec<Series>) -> Chart {
    let axis = |label: &str| Axis { label: label.into(), log, names: vec![] };
    Chart::Lines(Lines { title: "t".into(), x: axis("x"), y: axis("y"), series })
}

#[test]
fn pictures_are_well_formed_and_the_same_twice() {
    for chart in [pages::lines(), pages::bars(), pages::surface()] {
        for picture in [Chart::svg, Chart::file] {
            assert_eq!(flaws(&picture(&chart)), Vec::<String>::new());
            assert_eq!(picture(&chart), picture(&chart.clone()));
            let svg = picture(&chart);
            let tree = Document::parse(&svg).unwrap();
            assert_eq!(tree.root_element().attribute("role"), Some("img"));
            assert_eq!(tree.root_element().attribute("aria-label"), Some(chart.title()));
        }
        assert!(chart.svg().contains("var(--ink)") && !chart.file().contains("var("));
        assert!(drawn_words(&chart.file()).contains(&chart.title().to_owned()));
    }
}

#[test]
fn hostile_names_are_words_in_pictures() {
    for name in HOSTILE.map(String::from) {
        let bars = Chart::Bars(Bars {
            title: name.clone(),
            places: vec![name.clone()],
            groups: vec![(name.clone(), vec![Some(1.0)])],
            ..Bars::default()
        });
        assert_eq!(flaws(&bars.svg()), Vec::<String>::new());
        let words = drawn_words(&bars.svg());
        assert!(words.contains(&name), "{name}: {words:?}");
    }
    let long = "name ".repeat(40);
    let bars =
        Chart::Bars(Bars { groups: vec![(long.clone(), vec![Some(1.0)])], ..Bars::default() });
    let words = drawn_words(&bars.svg());
    assert!(
        words.iter().any(|word| word.ends_with('…')) && words.iter().all(|word| word.len() < 100)
    );
    assert_eq!(bars.numbers().head[1], long);
}

#[test]
fn what_cannot_be_drawn_is_left_out() {
    let odd = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, f64::MIN, 0.0, -1.0, 5e-324];
    for number in odd {
        for log in [false, true] {
            for kind in [SeriesKind::Measured, SeriesKind::Bound] {
                let one = lines(log, vec![line(kind, &[(number, Some(number))])]);
                let two = lines(
                    log,
                    vec![line(kind, &[(1.0, Some(number)), (2.0, Some(3.0)), (number, None)])],
                );
                assert_eq!(flaws(&one.svg()), Vec::<String>::new(), "{number}");
                assert_eq!(flaws(&two.file()), Vec::<String>::new(), "{number}");
            }
        }
    }
    let zeros = lines(true, vec![line(SeriesKind::Ours, &[(1.0, Some(0.0)), (2.0, Some(-1.0))])]);
    let none = lines(false, vec![line(SeriesKind::Ours, &[(1.0, None), (2.0, None)])]);
    let surface = Surface { values: vec![vec![None], vec![Some(f64::NAN)]], ..Surface::default() };
    let empty =
        [Chart::Lines(Lines::default()), Chart::Bars(Bars::default()), Chart::Surface(surface)];
    for chart in [zeros, none].into_iter().chain(empty) {
        assert_eq!(drawn_words(&chart.svg()), ["Nothing to draw"], "{chart:?}");
    }
}

#[test]
fn a_line_is_broken_where_there_is_no_number() {
    let points =
        [(1.0, Some(1.0)), (2.0, Some(2.0)), (3.0, None), (4.0, Some(2.0)), (5.0, Some(3.0))];
    let runs = |points: &[(f64, Option<f64>)]| {
        let svg = lines(false, vec![line(SeriesKind::Ours, points)]).file();
        svg.matches("stroke-width=\"3.6\"").count()
    };
    assert_eq!(runs(&points), 3, "two runs and the legend");
    assert_eq!(runs(&points[..2]), 2);
}

#[test]
fn ours_is_heavy_and_first_in_the_legend() {
    let kinds = [SeriesKind::Bound, SeriesKind::Claimed, SeriesKind::Measured, SeriesKind::Ours];
    let points = [(1.0, Some(1.0)), (2.0, Some(2.0))];
    let chart = lines(false, kinds.map(|kind| line(kind, &points)).to_vec());
    let words = drawn_words(&chart.svg());
    let legend = &words[words.len() - 4..];
    assert_eq!(legend, ["Ours", "Measured", "Claimed", "Bound"]);
}

#[test]
fn ticks_are_round_and_short() {
    let points = [(1000.0, Some(0.1)), (1_000_000.0, Some(0.3))];
    let words = drawn_words(&lines(false, vec![line(SeriesKind::Ours, &points)]).svg());
    for tick in ["0.1", "0.3", "200k", "1M"] {
        assert!(words.contains(&tick.to_owned()), "{tick}: {words:?}");
    }
}

#[test]
fn lines_list_every_number_by_place() {
    let chart = Chart::Lines(Lines {
        x: Axis { label: "place".into(), log: false, names: vec!["first".into(), "second".into()] },
        series: vec![
            line(SeriesKind::Ours, &[(1.0, Some(0.1 + 0.2)), (0.0, Some(30162.0))]),
            line(SeriesKind::Bound, &[(0.0, Some(1e-9)), (1.0, None), (1.0, Some(2.0))]),
        ],
        ..Lines::default()
    });
    let numbers = chart.numbers();
    assert_eq!(numbers.head, ["place", "Ours", "Bound"]);
    let rows = [["first", "30162", "1e-9"], ["second", "0.3", ""], ["second", "", "2"]];
    assert_eq!(numbers.rows, rows.map(|row| row.map(String::from).to_vec()));
}

/// A number as pages have it.
fn three_digits(value: f64) -> String {
    figure(format!("{value:.2e}").parse().unwrap())
}

#[test]
fn bars_and_surfaces_list_their_numbers_as_they_stand() {
    let Chart::Surface(surface) = pages::surface() else { unreachable!() };
    let numbers = Chart::Surface(surface.clone()).numbers();
    for (row, values) in numbers.rows.iter().zip(&surface.values) {
        let cells: Vec<String> =
            values.iter().map(|value| value.map(three_digits).unwrap_or_default()).collect();
        assert_eq!(row[1..], cells);
    }
    let numbers = pages::bars().numbers();
    assert_eq!(numbers.head, ["People in the class", "Before", "After"]);
    assert_eq!(numbers.rows[0], ["1", "0.42", ""]);
}
