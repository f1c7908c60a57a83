//! From a page and its report to the facts.

use super::PageFacts;
use crate::check::Context;
use crate::report::Report;

impl PageFacts {
    /// The facts of a page that was judged.
    #[must_use]
    pub fn of(context: &Context<'_>, report: &Report) -> Self {
        let _ = (context, report);
        unimplemented!()
    }
}
