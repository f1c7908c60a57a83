//! What the table says of a page, and of an action that a page's form sends.

use crate::http::policy::Verb;
use crate::http::route::Handler;

/// A page, or an action of a page.
///
/// Actions are forms: they are sent with POST, are refused when they come from another site, and
/// work without scripts. None of them is in the API description.
pub(crate) struct Page {
    pub(crate) verb: Verb,
    pub(crate) path: &'static str,
    pub(crate) audience: Audience,
    pub(crate) handler: Handler,
}

/// Who a page is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Audience {
    /// Everyone.
    Everyone,
    /// People who are signed in; others are sent to sign in and come back.
    SignedIn,
}
