//! Pages are valid, whole and keep to themselves, whatever is written into them.

use incrowd_render::{Grid, Page, PageBlock, Section, Tone};

use crate::check::{complaints, flaws, texts};
use crate::pages::{self, HOSTILE};

#[test]
fn the_check_sees_what_is_wrong() {
    for wrong in [
        "<p>no doctype</p>",
        "<!DOCTYPE html><html><head><title>x</title></head><body><p><b></p></b></body></html>",
        "<!DOCTYPE html><title>x</title><p id=a></p><p id=a></p>",
        "<!DOCTYPE html><title>x</title><p onclick='x'></p>",
        "<!DOCTYPE html><title>x</title><a href='http://example.com'>x</a>",
        "<!DOCTYPE html><title>x</title><a href='#nowhere'>x</a>",
        "<!DOCTYPE html><title>x</title><style>p { background: url(x) }</style>",
        "<!DOCTYPE html><title>x</title><script>1</script>",
    ] {
        assert!(!complaints(wrong).is_empty(), "{wrong}");
    }
    for wrong in ["<svg>", "<svg viewBox='0 0 1 1'><path d='M NaN 1'/></svg>", "<svg/>"] {
        assert!(!flaws(wrong).is_empty(), "{wrong}");
    }
}

#[test]
fn a_report_is_valid_and_the_same_twice() {
    let html = pages::report().html();
    assert_eq!(complaints(&html), Vec::<String>::new());
    assert_eq!(html, pages::report().html());
    assert!(html.starts_with("<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\">"));
    assert!(html.contains("default-src 'none'; style-src 'unsafe-inline'; img-src data:"));
    for outward in ["src=", "url(", "@import", "<script", "<!--"] {
        assert!(!html.contains(outward), "{outward}");
    }
    let stripped = html.replace("http://www.w3.org/2000/svg", "").replace("http-equiv", "");
    assert!(!stripped.contains("http"));
}

#[test]
fn empty_pages_are_valid() {
    let empty = Page { sections: vec![Section::default(); 5], ..Page::default() };
    for page in [Page::default(), empty] {
        assert_eq!(complaints(&page.html()), Vec::<String>::new());
    }
    let blocks = vec![
        PageBlock::List(vec![]),
        PageBlock::Table(String::new(), Grid::default()),
        PageBlock::Fields(vec![]),
        PageBlock::Verbatim(String::new()),
    ];
    let page = Page { sections: vec![Section { title: String::new(), blocks }], ..Page::default() };
    assert_eq!(complaints(&page.html()), Vec::<String>::new());
}

#[test]
fn long_pages_begin_with_links_to_their_sections() {
    let page = pages::report();
    let titles: Vec<String> = page.sections.iter().map(|section| section.title.clone()).collect();
    assert_eq!(texts(&page.html(), "nav a"), titles);
    let short = Page { sections: page.sections[..3].to_vec(), ..page };
    assert!(texts(&short.html(), "nav").is_empty());
}

#[test]
fn hostile_texts_come_out_as_they_went_in() {
    for text in HOSTILE.map(String::from) {
        let mut grid = Grid::new([text.clone(), "n".into()]);
        grid.row([text.clone(), "1".into()]);
        let blocks = vec![
            PageBlock::Prose(text.clone()),
            PageBlock::Heading(text.clone()),
            PageBlock::List(vec![text.clone()]),
            PageBlock::Note(Tone::Bad, text.clone()),
            PageBlock::Table(text.clone(), grid),
            PageBlock::Figure(text.clone(), pages::bars()),
            PageBlock::Verbatim(text.clone()),
            PageBlock::Fields(vec![(text.clone(), text.clone())]),
        ];
        let section = Section { title: text.clone(), blocks };
        let page = Page { title: text.clone(), subtitle: text.clone(), sections: vec![section] };
        let html = page.html();
        assert_eq!(complaints(&html), Vec::<String>::new(), "{text}");
        for place in [
            "title",
            "h1",
            "h2",
            "h3",
            ".subtitle",
            "section > p",
            "li",
            ".note > p + p",
            "caption span",
            "figcaption span",
            "thead th",
            "tbody th",
            "pre",
            ".fields dt",
            ".fields dd",
        ] {
            assert_eq!(texts(&html, place)[0], text, "{place}");
        }
    }
}

#[test]
fn characters_that_html_forbids_are_shown_as_pictures() {
    let block = PageBlock::Verbatim("\n\u{0}a\u{1b}[31m\u{7f}\u{85}\u{fffe}\tb\r\nc".into());
    let page = Page {
        sections: vec![Section { title: "\u{8}".into(), blocks: vec![block] }],
        ..Page::default()
    };
    let html = page.html();
    assert_eq!(texts(&html, "pre"), ["\n␀a␛[31m␡\u{fffd}\u{fffd}\tb\nc"]);
    assert_eq!(texts(&html, "h2"), ["␈"]);
}

#[test]
fn numbers_stand_to_the_right_and_rows_have_names() {
    let mut grid = Grid::new(["name", "rows"]);
    grid.row(["a", "1,000"]);
    grid.row(["b"]);
    let blocks = vec![PageBlock::Table("Rows".into(), grid)];
    let html =
        Page { sections: vec![Section { title: "s".into(), blocks }], ..Page::default() }.html();
    assert_eq!(texts(&html, "th.number[scope=col]"), ["rows"]);
    assert_eq!(texts(&html, "td.number"), ["1,000", ""]);
    assert_eq!(texts(&html, "th[scope=row]"), ["a", "b"]);
}

#[test]
fn a_figure_shows_its_numbers() {
    let chart = pages::lines();
    let blocks = vec![PageBlock::Figure("Lower is better.".into(), chart.clone())];
    let html =
        Page { sections: vec![Section { title: "s".into(), blocks }], ..Page::default() }.html();
    let cells: Vec<String> = chart.numbers().rows.concat();
    assert_eq!(texts(&html, "details tbody td, details tbody th"), cells);
    assert_eq!(texts(&html, "details thead th"), chart.numbers().head);
    assert_eq!(texts(&html, "figure > .title"), [chart.title()]);
    assert_eq!(texts(&html, "figure > svg > title"), [chart.title()]);
}
