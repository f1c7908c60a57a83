//! Pages of a manual that stands on the web in several versions.

use crate::check::{Context, Finding};
use crate::page::canonical::declared::Declared;
use crate::page::canonical::difference::Difference;
use crate::report::PageKind;
use crate::versions::{is_of_manual, is_other_version, numbered_version};

/// The version that the URL of a manual's page names by its number. Whether engines should cite
/// that one or the current one is for the manual's people to say.
pub(crate) fn version_of<'a>(context: &Context<'a>) -> Option<&'a str> {
    let version = numbered_version(context.page.final_url.path());
    version.filter(|_| may_be_of_manual(context))
}

/// Whether a page may be one of a manual: its contents are lists, and not each of its pages is
/// known by its form. Their URL says so, as “2.5” may be the size of what a shop lists.
fn may_be_of_manual(context: &Context<'_>) -> bool {
    match context.subject.kind {
        PageKind::Docs => true,
        PageKind::Listing | PageKind::Other => is_of_manual(&context.page.final_url),
        _ => false,
    }
}

/// A page of a manual whose canonical is the same page of another version: that is how manuals have
/// one version cited.
pub(super) fn judge_other_version(context: &Context<'_>, all: &Declared) -> Option<Finding> {
    let own = &context.page.final_url;
    let is_other = may_be_of_manual(context)
        && all.effective().all(|one| {
            one.difference == Difference::OtherPath
                && one.target.host() == own.host()
                && is_other_version(own.path(), one.target.path())
        });
    is_other.then(|| {
        Finding::pass("The canonical is the same page in another version of the documentation.")
    })
}
