//! What was found, as a page: first every claim with its verdict, then paper by paper.

use incrowd_render::{Grid, Page, PageBlock, Section, Tone};

use crate::run::{ExperimentResult, LeftOut};
use crate::stamp::{Stamp, word};
use crate::{Claim, ClaimVerdict, Picture, RunScale};

/// What there is to tell.
#[derive(Clone, Copy, Debug)]
pub struct About<'a> {
    /// What the figures depend on.
    pub stamp: &'a Stamp,
    /// What the experiments show, paper by paper.
    pub found: &'a [ExperimentResult],
    /// What is not shown, and why.
    pub left_out: &'a [LeftOut],
}

/// The heads of the table of claims.
pub const CLAIM_HEAD: [&str; 6] =
    ["Paper", "Where", "The paper says", "Found here", "Verdict", "Why"];

impl About<'_> {
    /// What the page is about.
    #[must_use]
    pub fn title(&self) -> &'static str {
        "The papers' experiments, run again"
    }

    /// With what, and how much.
    #[must_use]
    pub fn subtitle(&self) -> String {
        let grid = match self.stamp.scale {
            RunScale::Quick => "fewer points and smaller tables than the papers'",
            RunScale::Full => "the papers' own sizes",
        };
        format!("incrowd {}, {} scale: {grid}", self.stamp.version, word(self.stamp.scale))
    }

    /// What to bear in mind about all figures.
    #[must_use]
    pub fn preface(&self) -> String {
        let cores = match self.stamp.cores {
            None => String::new(),
            Some(1) => " (here: 1 core)".to_owned(),
            Some(cores) => format!(" (here: {cores} cores)"),
        };
        let data = match &self.stamp.adult {
            Some(sum) => format!(
                "The census table is Adult; SHA-256 of its two files, one after the other: {sum}."
            ),
            None => "The census table Adult was not given.".to_owned(),
        };
        format!(
            "All chance has fixed seeds: whoever runs this again gets the same figures, but for the \
             seconds, which depend on the machine{cores} and differ from run to run. {data}"
        )
    }

    /// The counts in a sentence.
    #[must_use]
    pub fn tally(&self) -> String {
        let of = |verdict| {
            let claims = self.found.iter().flat_map(|found| &found.finding.claims);
            claims.filter(|claim| claim.verdict == verdict).count()
        };
        let [yes, partly, no, open] = [
            ClaimVerdict::Reproduces,
            ClaimVerdict::Partly,
            ClaimVerdict::DoesNot,
            ClaimVerdict::CannotBeTold,
        ]
        .map(of);
        let all = yes + partly + no + open;
        format!(
            "Claims: {all}. Reproduced: {yes}; in part: {partly}; not: {no}; cannot be told: {open}."
        )
    }

    /// The claims of all experiments.
    #[must_use]
    pub fn claims(&self) -> Grid {
        let mut grid = Grid::new(CLAIM_HEAD);
        for found in self.found {
            for claim in &found.finding.claims {
                grid.row(claim_cells(found, claim));
            }
        }
        grid
    }

    /// What is said above an experiment's pictures.
    #[must_use]
    pub fn method(found: &ExperimentResult) -> Vec<String> {
        let mut method = found.finding.method.clone();
        if found.timed {
            method.push(
                "The seconds are those of processors, on this machine; compare shapes, not heights."
                    .to_owned(),
            );
        }
        method
    }

    /// The papers that have something to show, in order.
    #[must_use]
    pub fn papers(&self) -> Vec<&'static str> {
        let mut papers: Vec<&str> = self.found.iter().map(|found| found.paper).collect();
        papers.dedup();
        papers
    }
}

fn claim_cells(found: &ExperimentResult, claim: &Claim) -> [String; 6] {
    [
        found.paper.to_owned(),
        claim.at.to_owned(),
        claim.said.clone(),
        claim.found.clone(),
        claim.verdict.word().to_owned(),
        claim.why.clone(),
    ]
}

/// What a paper is called.
#[must_use]
pub fn paper_title(paper: &str) -> String {
    let about = match paper {
        "000" => "presence in shared databases (Nergiz, Atzori and Clifton, 2007)",
        "002" => "probabilistic anonymity (Lodha and Thomas, 2007)",
        "003" => "(delta,l)-diversity of numeric secrets (Zare-Mirakabad and others)",
        "004" => "p-sensitive k-anonymity (Truta and Vinay, 2006)",
        _ => return format!("Paper {paper}"),
    };
    format!("Paper {paper}: {about}")
}

/// What is said below a picture: which one of the paper belongs beside it, and what that shows.
#[must_use]
pub fn caption(found: &ExperimentResult, picture: &Picture) -> String {
    format!("Beside {} of paper {}: {}", picture.of, found.paper, picture.claim)
}

/// The page.
#[must_use]
pub fn page(about: &About<'_>) -> Page {
    let mut sections = vec![overview(about)];
    for paper in about.papers() {
        let mine = about.found.iter().filter(|found| found.paper == paper);
        let blocks = mine.flat_map(experiment).collect();
        sections.push(Section { title: paper_title(paper), blocks });
    }
    Page { title: about.title().to_owned(), subtitle: about.subtitle(), sections }
}

fn overview(about: &About<'_>) -> Section {
    let mut blocks = vec![PageBlock::Prose(about.preface())];
    for left in about.left_out {
        let note = format!("{} is not on this page: {}.", left.name, left.why);
        blocks.push(PageBlock::Note(Tone::Careful, note));
    }
    blocks.push(PageBlock::Prose(about.tally()));
    blocks.push(PageBlock::Table(
        "What the papers claim, and what was found".to_owned(),
        about.claims(),
    ));
    Section { title: "What reproduces, and what does not".to_owned(), blocks }
}

fn experiment(found: &ExperimentResult) -> Vec<PageBlock> {
    let mut blocks = vec![PageBlock::Heading(found.title.to_owned())];
    blocks.extend(About::method(found).into_iter().map(PageBlock::Prose));
    for picture in &found.finding.pictures {
        blocks.push(PageBlock::Figure(caption(found, picture), picture.chart.clone()));
    }
    blocks.push(PageBlock::Prose(format!("All figures: {}.csv", found.name)));
    blocks
}
