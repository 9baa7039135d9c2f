//! What a picture is drawn on: shapes in the words of a chart, written as SVG by the drawing library.
//!
//! Nothing here needs an identifier (no clips, gradients or patterns), so any number of pictures can
//! stand in one page. Everything is placed for a width of [`WIDTH`], which a page scales to its own.

use kuva::backend::svg::SvgBackend;
use kuva::render::color::Color;
use kuva::render::render::{PathData, Primitive, Scene};
use kuva::render::render_utils::wrap_text;
use maud::{PreEscaped, html};

use super::ink::Ink;
use crate::text::{clean, shorten};

/// How wide every picture is.
pub const WIDTH: f64 = 520.0;
/// The size of letters.
pub const SIZE: u32 = 14;
/// How wide a letter is, on average, in the widest of common fonts.
pub const LETTER: f64 = 8.2;
/// How far one line of words is from the next.
pub const LEADING: f64 = 18.0;
/// The white around a picture that is a file of its own.
const MARGIN: f64 = 14.0;
/// The letters that fit into a line across the picture.
const ACROSS: usize = 62;

/// Where a text stands: before, around or behind a point.
pub use kuva::render::render::TextAnchor as Anchor;

/// A picture in the making.
pub struct Canvas {
    scene: Scene,
    /// Its colours.
    pub ink: Ink,
    /// How far down it is filled.
    pub foot: f64,
}

/// How a line looks.
#[derive(Clone, Debug)]
pub struct Stroke {
    /// Its colour.
    pub colour: &'static str,
    /// Its breadth.
    pub width: f64,
    /// Its dashes; none where empty.
    pub dashes: &'static str,
}

impl Stroke {
    /// A line without gaps.
    pub const fn solid(colour: &'static str, width: f64) -> Self {
        Stroke { colour, width, dashes: "" }
    }

    fn dasharray(&self) -> Option<String> {
        (!self.dashes.is_empty()).then(|| self.dashes.to_owned())
    }
}

/// Words and how they stand.
struct TextStyle<'a> {
    at: (f64, f64),
    text: &'a str,
    anchor: Anchor,
    colour: &'a str,
    size: u32,
    climb: Option<f64>,
    bold: bool,
}

impl<'a> TextStyle<'a> {
    fn new(at: (f64, f64), text: &'a str, anchor: Anchor, colour: &'a str) -> Self {
        TextStyle { at, text, anchor, colour, size: SIZE, climb: None, bold: false }
    }
}

impl Canvas {
    /// An empty picture.
    pub fn new(ink: Ink) -> Self {
        Canvas { scene: Scene::new(WIDTH, 0.0).with_background(None), ink, foot: 4.0 }
    }

    /// A title across the top, on two lines at most.
    pub fn heading(&mut self, title: &str) {
        self.lines(title, 16, true, self.ink.text);
    }

    /// Words across the picture from the left, on two lines at most.
    pub fn label(&mut self, words: &str) {
        self.lines(words, SIZE, false, self.ink.soft);
    }

    fn lines(&mut self, words: &str, size: u32, bold: bool, colour: &'static str) {
        let letters = ACROSS * SIZE as usize / size as usize;
        let lines = wrap_text(&shorten(words, 1.8 * letters as f64), letters);
        for line in lines.iter().take(2).filter(|line| !line.is_empty()) {
            self.foot += f64::from(size) * 1.3;
            let plain = TextStyle::new((2.0, self.foot - 3.0), line, Anchor::Start, colour);
            self.put(TextStyle { size, bold, ..plain });
        }
    }

    /// Words at a point.
    pub fn words(&mut self, x: f64, y: f64, text: &str, anchor: Anchor, colour: &str) {
        self.put(TextStyle::new((x, y), text, anchor, colour));
    }

    /// Words that climb towards a point at their end.
    pub fn climbing(&mut self, x: f64, y: f64, text: &str, degrees: f64, colour: &str) {
        self.put(TextStyle {
            climb: Some(degrees),
            ..TextStyle::new((x, y), text, Anchor::End, colour)
        });
    }

    fn put(&mut self, words: TextStyle) {
        self.scene.add(Primitive::Text {
            x: quarter(words.at.0),
            y: quarter(words.at.1),
            content: literal(words.text),
            size: words.size,
            anchor: words.anchor,
            rotate: words.climb.map(|degrees| -degrees),
            bold: words.bold,
            color: Some(words.colour.into()),
        });
    }

    /// A line through points.
    pub fn line(&mut self, points: Vec<(f64, f64)>, stroke: &Stroke) {
        self.scene.add(Primitive::PolyLine {
            points: points.into_iter().map(|(x, y)| (quarter(x), quarter(y))).collect(),
            stroke: stroke.colour.into(),
            stroke_width: stroke.width,
            stroke_dasharray: stroke.dasharray(),
        });
    }

    /// A closed or open shape, filled or not.
    pub fn shape(&mut self, path: String, fill: Option<(&str, f64)>, stroke: &Stroke) {
        self.scene.add(Primitive::Path(Box::new(PathData {
            d: path,
            fill: fill.map(|(colour, _)| colour.into()),
            stroke: stroke.colour.into(),
            stroke_width: stroke.width,
            opacity: fill.map(|(_, opacity)| opacity),
            stroke_dasharray: stroke.dasharray(),
        })));
    }

    /// A rectangle of one colour without a border.
    pub fn patch(&mut self, left: f64, top: f64, width: f64, height: f64, fill: Color) {
        self.scene.add(Primitive::Rect {
            x: quarter(left),
            y: quarter(top),
            width: quarter(width),
            height: quarter(height),
            fill,
            stroke: None,
            stroke_width: None,
            opacity: None,
        });
    }

    /// Says that there is nothing to be seen.
    pub fn nothing(&mut self) {
        let top = self.foot + 4.0;
        self.foot = top + 100.0;
        let path = format!("M 2 {top} H {} V {} H 2 Z", WIDTH - 2.0, self.foot - 4.0);
        self.shape(path, None, &Stroke { colour: self.ink.line, width: 1.0, dashes: "4 4" });
        self.words(WIDTH / 2.0, top + 52.0, "Nothing to draw", Anchor::Middle, self.ink.soft);
    }

    /// The picture to stand in a page.
    pub fn inline(self, title: &str) -> String {
        let (height, title) = (self.foot.ceil(), named(title));
        let body = self.body();
        html! {
            svg class="chart" xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (WIDTH) " " (height) }
                role="img" aria-label=(title) stroke-linejoin="round"
            { title { (title) } (PreEscaped(body)) }
        }
        .into_string()
    }

    /// The picture as a file of its own, with a margin.
    pub fn standalone(self, title: &str) -> String {
        let (width, height) = (WIDTH + 2.0 * MARGIN, self.foot.ceil() + 2.0 * MARGIN);
        let (title, body) = (named(title), self.body());
        let markup = html! {
            svg xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (width) " " (height) }
                width=(width) height=(height) role="img" aria-label=(title) stroke-linejoin="round"
                font-family="system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
            {
                title { (title) }
                rect width="100%" height="100%" fill=(self.ink.paper) {}
                g transform={ "translate(" (MARGIN) " " (MARGIN) ")" } { (PreEscaped(body)) }
            }
        };
        markup.into_string() + "\n"
    }

    /// The shapes alone: the library's own head, which ends with a remark on its version, has neither
    /// a view box nor a title.
    fn body(&self) -> String {
        let whole = SvgBackend::new().render_scene(&self.scene);
        let inner = whole.split_once("-->").map_or(whole.as_str(), |(_, inner)| inner);
        inner.strip_suffix("</svg>").unwrap_or(inner).to_owned()
    }
}

/// Nobody sees less than a quarter of a point, and files are shorter without.
fn quarter(place: f64) -> f64 {
    (place * 4.0).round() / 4.0
}

fn named(title: &str) -> String {
    if title.trim().is_empty() { "Chart".into() } else { clean(title).into_owned() }
}

/// The drawing library reads what is between dollar signs as a formula; a name is none.
fn literal(words: &str) -> String {
    clean(words).replace('$', "\\$")
}
