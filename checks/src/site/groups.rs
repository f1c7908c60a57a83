//! Things that are put together two by two.

/// Sets of the numbers below a limit that do not overlap (union-find).
pub(super) struct Groups {
    parents: Vec<usize>,
}

impl Groups {
    /// Each number by itself.
    pub(super) fn of(count: usize) -> Self {
        Self { parents: (0..count).collect() }
    }

    /// The least number of the group.
    pub(super) fn leader(&mut self, number: usize) -> usize {
        let mut at = number;
        while let Some(parent) = self.parents.get(at).copied().filter(|parent| *parent != at) {
            let above = self.parents.get(parent).copied().unwrap_or(parent);
            if let Some(own) = self.parents.get_mut(at) {
                *own = above;
            }
            at = parent;
        }
        at
    }

    /// Puts two numbers together.
    pub(super) fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.leader(one), self.leader(other));
        if let Some(parent) = self.parents.get_mut(one.max(other)) {
            *parent = one.min(other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_grow_by_pairs() {
        let mut groups = Groups::of(6);
        for (one, other) in [(4, 2), (5, 4), (0, 1), (2, 5)] {
            groups.join(one, other);
        }
        assert_eq!([0, 1, 2, 3, 4, 5].map(|number| groups.leader(number)), [0, 0, 2, 3, 2, 2]);
    }
}
