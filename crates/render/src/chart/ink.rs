//! The colours of a picture: the page's own, which follow light, dark and print, or fixed ones on
//! white.
//!
//! The colours of series are told apart by the colour-blind; none is told apart by colour alone.

/// The colours of a picture.
#[derive(Clone, Copy)]
pub struct Ink {
    /// Words and the axis.
    pub text: &'static str,
    /// Words and lines of less weight.
    pub soft: &'static str,
    /// The grid.
    pub line: &'static str,
    /// What is behind everything.
    pub paper: &'static str,
    /// One for each series; the first is for what should be seen first.
    pub series: [&'static str; 7],
}

impl Ink {
    /// The colours of the page around the picture.
    pub const PAGE: Ink = Ink {
        text: "var(--ink)",
        soft: "var(--soft)",
        line: "var(--grid)",
        paper: "var(--paper)",
        series: [
            "var(--c1)",
            "var(--c2)",
            "var(--c3)",
            "var(--c4)",
            "var(--c5)",
            "var(--c6)",
            "var(--c7)",
        ],
    };

    /// The colours of a file of its own.
    pub const FILE: Ink = Ink {
        text: "#1b2230",
        soft: "#5b6472",
        line: "#dde1e7",
        paper: "#ffffff",
        series: ["#0072b2", "#d55e00", "#009e73", "#b5588f", "#c98a00", "#3a9bd9", "#7a6a3c"],
    };
}
