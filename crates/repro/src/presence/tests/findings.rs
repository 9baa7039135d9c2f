//! What is presented: all figures, drawn whole, and claims that follow the rows.

use incrowd_render::{Chart, Lines, SeriesKind, Surface};

use super::town::{measured, town, world};
use crate::presence::delta::pairs;
use crate::presence::smallest_k::SmallestK;
use crate::presence::strategies::Strategies;
use crate::presence::surface::SurfaceOfDeltas;
use crate::{Claim, ClaimVerdict, Experiment, Finding, ResultRows, RunScale};

fn experiments() -> [Box<dyn Experiment>; 3] {
    [
        Box::new(SmallestK { source: town }),
        Box::new(Strategies { source: town }),
        Box::new(SurfaceOfDeltas { source: town }),
    ]
}

fn figures(finding: &Finding) -> Vec<&str> {
    finding.pictures.iter().map(|picture| picture.of).collect()
}

fn check_lines(lines: &Lines) {
    let deltas = pairs(RunScale::Quick).len();
    assert_eq!(lines.x.names.len(), deltas, "{}", lines.title);
    for series in &lines.series {
        let known = series.points.iter().filter(|(_, value)| value.is_some()).count();
        assert_eq!(known, deltas, "{}: {}", lines.title, series.name);
    }
    let of = |kind: SeriesKind| lines.series.iter().filter(move |series| series.kind == kind);
    let (ours, bound) =
        (of(SeriesKind::Ours).next().unwrap(), of(SeriesKind::Bound).next().unwrap());
    assert_eq!(
        (of(SeriesKind::Ours).count(), of(SeriesKind::Bound).count()),
        (1, 1),
        "{}",
        lines.title
    );
    if !lines.y.label.contains("seconds") {
        for (ours, bound) in ours.points.iter().zip(&bound.points) {
            assert!(bound.1 <= ours.1, "{}: {bound:?} {ours:?}", lines.title);
        }
    }
}

fn check_surface(surface: &Surface) {
    assert_eq!((surface.x.1.len(), surface.y.1.len()), (3, 3));
    assert_eq!(surface.y.1, ["0", "0.02", "0.04"]);
    assert_eq!(surface.values.len(), 3);
    for row in &surface.values {
        assert_eq!(row.len(), 3);
        assert!(row.iter().all(Option::is_some), "{}", surface.title);
    }
}

#[test]
fn every_figure_is_drawn_whole() {
    let mut names = Vec::new();
    for experiment in experiments() {
        let rows = measured(&*experiment);
        assert!(rows.rows.iter().all(|row| row.len() == experiment.columns().len()));
        let finding = experiment.present(&rows, RunScale::Quick);
        assert!(!finding.method.is_empty());
        for picture in &finding.pictures {
            match &picture.chart {
                Chart::Lines(lines) => check_lines(lines),
                Chart::Surface(surface) => check_surface(surface),
                other => panic!("no figure of this paper is a {other:?}"),
            }
        }
        for claim in &finding.claims {
            assert_ne!(claim.verdict, ClaimVerdict::CannotBeTold, "{}", claim.said);
            assert_eq!(claim.why.is_empty(), claim.verdict == ClaimVerdict::Reproduces);
        }
        names.extend(figures(&finding).into_iter().map(str::to_owned));
    }
    for figure in 3..=9 {
        let name = format!("Figure {figure}");
        assert!(names.iter().any(|of| of.starts_with(&name)), "{name}");
    }
}

#[test]
fn a_measurement_is_the_same_again_but_for_its_time() {
    let experiment = SmallestK { source: town };
    assert!(experiment.columns()[11].ends_with("seconds"));
    for point in ["diabetes 0.02,0.05 mpalm-n2", "random 0,0.5 guided", "random k-mondrian 1..300"]
    {
        let figures = || {
            let rows = experiment.measure(point, &world()).unwrap();
            rows.into_iter().map(|row| row[..11].to_vec()).collect::<Vec<_>>()
        };
        assert!(experiment.points(RunScale::Quick).iter().any(|each| each == point));
        assert_eq!(figures(), figures());
    }
}

#[test]
fn what_is_no_point_is_refused() {
    let experiment = Strategies { source: town };
    for point in ["", "random", "random 0,0.05", "random 0,0.05 mpalm-n4", "nobody 0,0.05 spalm"] {
        let error = experiment.measure(point, &world()).unwrap_err();
        assert!(error.starts_with("there is no measurement"), "{error}");
    }
    let error = experiment.measure("random 0,0.01 guided", &world()).unwrap_err();
    assert_eq!(error, "random 0,0.01 guided: nothing has presence (0,0.01)");
}

fn anomaly(finding: Finding) -> Claim {
    let is_it = |claim: &Claim| claim.said.contains("and not on the random one");
    finding.claims.into_iter().find(is_it).unwrap()
}

/// The rows with another loss of a release.
fn with_loss(rows: &ResultRows, point: [&str; 4], loss: &str) -> ResultRows {
    let mut rows = rows.clone();
    let row = rows.rows.iter_mut().find(|row| row[..4] == point).unwrap();
    row[9] = loss.to_owned();
    rows
}

#[test]
fn verdicts_follow_the_rows() {
    let experiment = SurfaceOfDeltas { source: town };
    // Where everything costs the same, no demand costs more than a tighter one.
    let row = |point: String| {
        let words: Vec<&str> = point.split([' ', ',']).collect();
        let row = [&words[..], &["", "1", "1", "", "", "0.5", "1", ""]].concat();
        row.into_iter().map(str::to_owned).collect()
    };
    let points = experiment.points(RunScale::Quick);
    let rows = ResultRows { columns: Vec::new(), rows: points.into_iter().map(row).collect() };
    let verdict = |rows: &ResultRows| anomaly(experiment.present(rows, RunScale::Quick)).verdict;
    assert_eq!(verdict(&rows), ClaimVerdict::Partly);
    let skewed = with_loss(&rows, ["diabetes", "0", "0.5", "mpalm-n2"], "0.6");
    assert_eq!(verdict(&skewed), ClaimVerdict::Reproduces);
    let both = with_loss(&skewed, ["random", "0", "0.5", "mpalm-n2"], "0.6");
    assert_eq!(verdict(&both), ClaimVerdict::Partly);
    let random = with_loss(&rows, ["random", "0", "0.5", "mpalm-n2"], "0.6");
    assert_eq!(verdict(&random), ClaimVerdict::DoesNot);
    // A cheaper loose demand is as it should be.
    let cheaper = with_loss(&skewed, ["random", "0", "0.5", "mpalm-n2"], "0.4");
    assert_eq!(verdict(&cheaper), ClaimVerdict::Reproduces);
}
