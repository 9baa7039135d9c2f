//! Where no node meets the demands: the nearest ones that could be met.

use incrowd_terms::Demand;

use crate::cost::Price;
use crate::model::Model;

use super::{Node, Problem};

impl Problem<'_> {
    /// The nearest demands that the most general node meets, one per model, where no node meets
    /// those that were made. `rebuild` makes a model of a demand.
    ///
    /// If relaxing after leaving out each demand's worst classes, as far as the limit allows, gives
    /// demands that hold together, those are taken; otherwise those that hold for every class.
    #[must_use]
    pub fn nearest(
        &self,
        demands: &[Demand],
        rebuild: impl Fn(&Demand) -> Box<dyn Model>,
    ) -> Vec<Option<Demand>> {
        let leaves = Node(vec![0; self.top.0.len()]);
        let classes = self.classes_from_leaves(&leaves, &self.top);
        let groups = &classes.counts;
        let kept: Vec<bool> = groups.rows.iter().map(|&rows| rows > 0).collect();
        let whole = self.whole(groups, &kept);
        let relax = |demand: &Demand, classes: &[usize]| {
            classes.iter().try_fold(demand.clone(), |demand, &class| {
                let mut room = Vec::new();
                let class = groups.class(class, &mut room);
                let model = rebuild(&demand);
                let holds = match class.rows {
                    0 => model.holds_unpublished(&class),
                    _ => model.holds(&class, &whole),
                };
                if holds { Some(demand) } else { model.nearest(&class, &whole) }
            })
        };
        let all: Vec<usize> = (0..groups.len()).collect();
        let everywhere: Vec<_> = demands.iter().map(|demand| relax(demand, &all)).collect();
        if self.limit == 0 {
            return everywhere;
        }
        let (mut by_size, empty): (Vec<usize>, Vec<usize>) =
            all.into_iter().partition(|&class| groups.rows[class] > 0);
        by_size.sort_by_key(|&class| groups.rows[class]);
        let mut left = self.limit;
        let fits = |&&class: &&usize| {
            let out = groups.rows[class] <= left;
            left -= if out { groups.rows[class] } else { 0 };
            out
        };
        let out = by_size.iter().take_while(fits).count().min(by_size.len() - 1);
        let rest = [&by_size[out..], &empty].concat();
        let somewhere: Vec<_> = demands.iter().map(|demand| relax(demand, &rest)).collect();
        let models: Option<Vec<_>> =
            somewhere.iter().map(|demand| demand.as_ref().map(&rebuild)).collect();
        let together = models.is_some_and(|models| {
            let levels: Vec<_> = self.top.0.iter().map(|&level| level..=level).collect();
            let price = Price::nothing();
            let top =
                Problem::new(self.tally, self.hierarchies, &levels, &models, price, self.limit);
            top.examine(&self.top).cost.is_some()
        });
        if together { somewhere } else { everywhere }
    }
}
