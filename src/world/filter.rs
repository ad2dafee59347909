//! Which bodies may collide: the filter of a body, and what the filters of several have in common, by which a tree passes over
//! bodies that no filter lets meet.

/// Filter of the pairs that a body can form.
///
/// Two bodies with the same nonzero `group` pass if it is positive and fail if it is negative, whatever their masks are.
/// Otherwise each body's `mask` must contain a bit of the other's `category`. Two static bodies are never a pair, and
/// [`World::set_pair_filter`](crate::World::set_pair_filter) may forbid pairs that pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Filter {
    /// Categories of the body, as bits.
    pub category: u64,
    /// Categories with which it collides.
    pub mask: u64,
    /// Decides instead of `category` and `mask` if two bodies have the same; 0: no group.
    pub group: i32,
}

impl Default for Filter {
    /// Category 1 and a mask of all categories.
    fn default() -> Self {
        Filter {
            category: 1,
            mask: u64::MAX,
            group: 0,
        }
    }
}

impl Filter {
    /// Whether the filters let two bodies collide.
    #[inline]
    #[must_use]
    pub fn allows(&self, other: &Filter) -> bool {
        match self.group == other.group && self.group != 0 {
            true => self.group > 0,
            false => self.mask & other.category != 0 && other.mask & self.category != 0,
        }
    }
}

/// Bounds of several filters: two bodies that are a pair by their filters have bounds that [`may_meet`](Self::may_meet).
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct FilterBounds {
    /// All categories and all masks.
    category: u64,
    mask: u64,
    /// The group of all; 0 if they differ.
    group: i32,
    /// Whether a group is positive.
    has_positive: bool,
}

impl FilterBounds {
    pub(crate) fn of(filter: &Filter) -> Self {
        FilterBounds {
            category: filter.category,
            mask: filter.mask,
            group: filter.group,
            has_positive: filter.group > 0,
        }
    }

    pub(crate) fn and(&self, other: &FilterBounds) -> Self {
        let is_same = self.group == other.group;
        FilterBounds {
            category: self.category | other.category,
            mask: self.mask | other.mask,
            group: if is_same { self.group } else { 0 },
            has_positive: self.has_positive || other.has_positive,
        }
    }

    /// Whether filters may let a body of these and one of the others collide; see [`Filter::allows`].
    #[inline(always)]
    pub(crate) fn may_meet(&self, other: &FilterBounds) -> bool {
        if self.group != 0 && self.group == other.group {
            return self.group > 0;
        }
        let masks = self.mask & other.category != 0 && other.mask & self.category != 0;
        masks || (self.has_positive && other.has_positive)
    }
}

#[cfg(test)]
mod tests {
    use twin::random::{SplitMix64, case_generator};

    use super::*;

    fn filters(random: &mut SplitMix64, groups: &[i32]) -> Vec<Filter> {
        let filter = |random: &mut SplitMix64| Filter {
            category: random.below(16) as u64,
            mask: random.below(16) as u64,
            group: *random.pick(groups),
        };
        let count = 1 + random.below(3);
        (0..count).map(|_| filter(random)).collect()
    }

    /// No pair is lost, and bounds of one filter each are exact.
    #[test]
    fn bounds_lose_no_pair() {
        let random = &mut case_generator(2101, 0);
        let (mut apart, mut exact) = (0, 0);
        for _ in 0..20_000 {
            let groups: [&[i32]; 5] = [&[0], &[-1], &[2], &[-1, 0, 2], &[-2, -1]];
            let groups = random.pick(&groups);
            let [a, b] = [0, 1].map(|_| filters(random, groups));
            let bounds = [&a, &b].map(|filters| {
                let of = filters.iter().map(FilterBounds::of);
                of.reduce(|x, y| x.and(&y)).expect("not empty")
            });
            let says = bounds[0].may_meet(&bounds[1]);
            assert_eq!(says, bounds[1].may_meet(&bounds[0]));
            let any = a.iter().any(|x| b.iter().any(|y| x.allows(y)));
            assert!(says || !any, "{a:?} {b:?}");
            if a.len() == 1 && b.len() == 1 && (a[0].group <= 0 || b[0].group <= 0) {
                assert_eq!(says, any, "{a:?} {b:?}");
                exact += 1;
            }
            apart += u32::from(!says);
        }
        assert!(apart > 2_000 && exact > 500, "{apart} {exact}");
    }
}
