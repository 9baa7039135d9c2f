//! Cutting off the lowest piece that can stand alone, again and again.
//!
//! Where every cut takes the first value that will do, the left sides are small and the right side
//! is cut about as often as there are classes. So the right side stays where it is: what leaves it
//! is subtracted from its counts, and a cut costs what the piece is worth, not what is left.

use std::collections::VecDeque;

use super::cutting::{Cut, Cuttings};
use super::profile::{Profiler, Step};
use super::sides::Sides;
use super::{ColumnStrategy, Field, Partition, Standard};
use crate::search::Watch;

/// Cuts pieces off all tuples, and off those pieces; nothing if there is no way.
pub(super) fn peel(field: &Field<'_>, columns: ColumnStrategy, watch: &Watch) -> Option<Partition> {
    let standard = field.standard()?;
    let everything: Vec<u32> = (0..field.tuples() as u32).collect();
    let mut cuttings = Cuttings::default();
    let mut queue: VecDeque<(Vec<u32>, Option<usize>, usize)> = [(everything, None, 0)].into();
    let mut gone = vec![false; field.tuples()];
    let mut regions = Vec::new();
    let mut examined = 0;
    let mut cut_short = false;
    while let Some((region, mut parent, mut id)) = queue.pop_front() {
        let mut block = Block::new(field, region, &mut gone);
        loop {
            cut_short = cut_short || watch.is_over(examined);
            examined += 1;
            let order = if cut_short { Vec::new() } else { block.order(columns, parent) };
            let cut = order.into_iter().find_map(|column| {
                let code = block.first_cut(column, standard)?;
                Some(Cut { column, code })
            });
            let Some(cut) = cut else { break };
            parent = Some(cut.column);
            let (piece, rest) = cuttings.cut(id);
            queue.push_back((block.cut_off(cut), parent, piece));
            id = rest;
        }
        regions.push((id, block.rest()));
    }
    let classes = cuttings.classes(field, standard, regions)?;
    let classes = classes.into_iter().map(|tuples| field.class(tuples)).collect();
    Some(Partition::new(classes, examined, cut_short))
}

/// A region from which pieces are cut off.
struct Block<'b, 'f, 'a> {
    field: &'f Field<'a>,
    region: Vec<u32>,
    /// Per tuple of the field: whether it has left the region.
    gone: &'b mut [bool],
    /// What has not left.
    whole: Step,
    /// Per column, once it is asked for.
    lines: Vec<Option<Line>>,
    /// Only if there are demands that counts do not decide.
    sides: Option<Sides<'f, 'a>>,
}

/// A region along a column.
#[derive(Default)]
struct Line {
    /// Counts per leaf; leaves that have left altogether are taken out from time to time.
    profile: Vec<Step>,
    distinct: usize,
    /// The tuples by leaf, once they are asked for, with some that have left.
    sorted: Vec<u32>,
    /// All before it have left.
    start: usize,
}

impl<'b, 'f, 'a> Block<'b, 'f, 'a> {
    fn new(field: &'f Field<'a>, region: Vec<u32>, gone: &'b mut [bool]) -> Self {
        let mut whole = Step::default();
        for &tuple in &region {
            gone[tuple as usize] = false;
            whole.add(&Step::of(field, 0, tuple));
        }
        let lines = (0..field.columns()).map(|_| None).collect();
        let sides = (!field.gate().complete).then(|| Sides::new(field, &region));
        Block { field, region, gone, whole, lines, sides }
    }

    /// The tuples that have not left.
    fn rest(&self) -> Vec<u32> {
        self.region.iter().copied().filter(|&tuple| !self.gone[tuple as usize]).collect()
    }

    /// The columns in the order of a strategy.
    fn order(&mut self, columns: ColumnStrategy, parent: Option<usize>) -> Vec<usize> {
        columns.order(self.field.columns(), parent, |column| self.line(column).distinct)
    }

    fn line(&mut self, column: usize) -> &mut Line {
        if self.lines[column].is_none() {
            let mut line = Line::default();
            Profiler::default().profile(self.field, column, &self.rest(), &mut line.profile);
            line.distinct = line.profile.len();
            self.lines[column] = Some(line);
        }
        self.lines[column].get_or_insert_default()
    }

    /// Puts the tuples of a column's line in order.
    fn sort(&mut self, column: usize) {
        if self.line(column).sorted.is_empty() {
            let code = |tuple: u32| self.field.codes(tuple)[column];
            let mut pairs: Vec<(u32, u32)> =
                self.rest().into_iter().map(|tuple| (code(tuple), tuple)).collect();
            pairs.sort_unstable();
            self.line(column).sorted = pairs.into_iter().map(|(_, tuple)| tuple).collect();
        }
    }

    /// Where the right side of a column's first cut with two sides that hold begins.
    fn first_cut(&mut self, column: usize, standard: Standard) -> Option<u32> {
        let (gate, whole) = (self.field.gate(), self.whole);
        let mut left = Step::default();
        let mut admitted = Vec::new();
        for step in self.line(column).profile.iter().filter(|step| step.tuples > 0) {
            let mut right = whole;
            right.take(&left);
            let admits = |side: Step| gate.admits(side.rows, side.people);
            if left.tuples > 0 && admits(left) && admits(right) {
                if gate.complete {
                    return Some(step.code);
                }
                admitted.push(step.code);
            }
            left.add(step);
        }
        self.first_holding(column, standard, &admitted)
    }

    /// The first of these cuts whose sides hold by every demand; they stay as it divides them.
    fn first_holding(&mut self, column: usize, standard: Standard, codes: &[u32]) -> Option<u32> {
        if codes.is_empty() {
            return None;
        }
        self.sort(column);
        let (Some(line), Some(sides)) = (&self.lines[column], &mut self.sides) else {
            return None;
        };
        sides.back();
        let (field, gone) = (self.field, &self.gone);
        let there = |tuple: &u32| !gone[*tuple as usize];
        let mut waiting = line.sorted[line.start..].iter().copied().filter(there).peekable();
        codes.iter().copied().find(|&code| {
            while let Some(tuple) = waiting.next_if(|&tuple| field.codes(tuple)[column] < code) {
                sides.pass(tuple);
            }
            sides.meet(standard)
        })
    }

    /// Takes the left side of the cut that was found last out of the region.
    fn cut_off(&mut self, cut: Cut) -> Vec<u32> {
        self.sort(cut.column);
        let mut piece = Vec::new();
        if let Some(line) = &mut self.lines[cut.column] {
            let is_left = |tuple: u32| self.field.codes(tuple)[cut.column] < cut.code;
            while let Some(&tuple) = line.sorted.get(line.start).filter(|tuple| is_left(**tuple)) {
                if !self.gone[tuple as usize] {
                    piece.push(tuple);
                }
                line.start += 1;
            }
        }
        for &tuple in &piece {
            self.gone[tuple as usize] = true;
            self.whole.take(&Step::of(self.field, cut.column, tuple));
        }
        for (column, line) in self.lines.iter_mut().enumerate() {
            if let Some(line) = line {
                line.take(self.field, column, &piece);
            }
        }
        if let Some(sides) = &mut self.sides {
            sides.forget_left();
        }
        piece
    }
}

impl Line {
    fn take(&mut self, field: &Field<'_>, column: usize, piece: &[u32]) {
        for &tuple in piece {
            let gone = Step::of(field, column, tuple);
            if let Ok(place) = self.profile.binary_search_by_key(&gone.code, |step| step.code) {
                self.profile[place].take(&gone);
                self.distinct -= usize::from(self.profile[place].tuples == 0);
            }
        }
        if self.distinct * 2 < self.profile.len() {
            self.profile.retain(|step| step.tuples > 0);
        }
    }
}
