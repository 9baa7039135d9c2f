//! Whether a page is valid and keeps to itself.

use std::collections::BTreeSet;

use roxmltree::Document;
use scraper::{Html, Selector};

/// What a reader of HTML complains about, and what this house does.
pub fn complaints(html: &str) -> Vec<String> {
    let tree = Html::parse_document(html);
    let mut complaints: Vec<String> = tree.errors.iter().map(ToString::to_string).collect();
    let mut ids = BTreeSet::new();
    for node in tree.root_element().descendent_elements() {
        for (name, value) in node.value().attrs() {
            if name == "id" && !ids.insert(value) {
                complaints.push(format!("two elements are called {value}"));
            }
            if name.starts_with("on") || ["src", "srcset", "data", "xlink:href"].contains(&name) {
                complaints.push(format!("an attribute {name}"));
            }
            if name == "href" && !value.starts_with('#') {
                complaints.push(format!("a link to {value}"));
            }
        }
        let name = node.value().name();
        if ["script", "link", "iframe", "img", "object", "embed", "base", "form"].contains(&name) {
            complaints.push(format!("an element {name}"));
        }
    }
    complaints.extend(style(&tree));
    complaints.extend(links(&tree, &ids));
    complaints
}

fn style(tree: &Html) -> Vec<String> {
    let selector = Selector::parse("style").unwrap();
    let styles = tree.select(&selector).map(|node| node.inner_html());
    let outward =
        |style: &String| ["url(", "@import", "http"].iter().any(|word| style.contains(word));
    styles.filter(outward).map(|_| "the style refers to something".into()).collect()
}

fn links(tree: &Html, ids: &BTreeSet<&str>) -> Vec<String> {
    let selector = Selector::parse("a").unwrap();
    let targets = tree.select(&selector).filter_map(|link| link.attr("href")?.strip_prefix('#'));
    targets.filter(|target| !ids.contains(target)).map(|target| format!("no {target}")).collect()
}

/// How wide every picture is.
const WIDTH: f64 = 520.0;

fn height(tree: &Document) -> f64 {
    let sides = tree.root_element().attribute("viewBox").unwrap_or_default();
    sides.rsplit(' ').next().unwrap_or_default().parse().unwrap_or(0.0)
}

/// What is wrong with a picture.
pub fn flaws(svg: &str) -> Vec<String> {
    let tree = match Document::parse(svg) {
        Ok(tree) => tree,
        Err(error) => return vec![error.to_string()],
    };
    let mut flaws = Vec::new();
    if tree.root_element().attribute("viewBox").is_none() {
        flaws.push("no view box".into());
    }
    for node in tree.descendants() {
        if node.is_comment()
            || ["script", "image", "use", "style"].contains(&node.tag_name().name())
        {
            flaws.push(format!("{node:?}"));
        }
        for (side, end) in [("x", WIDTH), ("y", height(&tree))] {
            let place = node.attribute(side).map_or(0.0, |place| place.parse().unwrap_or(f64::NAN));
            if !(0.0..=end).contains(&place) {
                flaws.push(format!("{side} is {place}"));
            }
        }
        for attribute in node.attributes() {
            let (name, value) = (attribute.name(), attribute.value());
            let drawn = ["d", "x", "y", "width", "height", "viewBox", "transform"].contains(&name);
            if drawn && (value.contains("NaN") || value.contains("inf")) {
                flaws.push(format!("{name} is {value}"));
            }
            if ["id", "href", "src"].contains(&name) || name.starts_with("on") {
                flaws.push(format!("an attribute {name}"));
            }
        }
    }
    flaws
}

/// All texts of a page that a selector finds.
pub fn texts(html: &str, selector: &str) -> Vec<String> {
    let tree = Html::parse_document(html);
    let selector = Selector::parse(selector).unwrap();
    tree.select(&selector).map(|node| node.text().collect()).collect()
}
