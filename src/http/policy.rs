//! What a route asks of a request.

/// Below which roots a route is served.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Roots {
    /// The REST root, in its two forms.
    Rest,
    /// The root of the site as well, where people and mail programs come.
    RestAndSite,
    /// The root of the site alone.
    Site,
}

impl Roots {
    /// Whether it is below the REST root.
    pub(crate) fn has_rest(self) -> bool {
        self != Self::Site
    }

    /// Whether it is at the root of the site.
    pub(crate) fn has_site(self) -> bool {
        self != Self::Rest
    }
}

/// The methods of this API. HEAD is answered as GET.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verb {
    Get,
    Post,
    Delete,
}

impl Verb {
    /// The method's name.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
            Self::Delete => "DELETE",
        }
    }
}

/// Whether a route reads credentials.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Auth {
    /// Never: whatever is sent is ignored.
    None,
    /// None is needed, but what is sent must be good.
    Optional,
    /// A session or a key.
    Caller,
    /// A session; keys are refused.
    Session(KeyRefusal),
}

/// How a route for people refuses keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KeyRefusal {
    /// As a credential of the wrong kind: 401 `session_required`.
    SessionRequired,
    /// As a caller who may not do this: 403 `key_not_allowed`.
    KeyNotAllowed,
}

/// What becomes of a request that another site made a browser send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CrossSite {
    /// It is refused where it changes something by the browser's cookie.
    RefusedByCookie,
    /// It is refused.
    Refused,
    /// It is answered as any other.
    Allowed,
}

/// Which bodies a route reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BodyForm {
    /// None: a body is read and thrown away.
    None,
    /// A JSON object.
    Json,
    /// A JSON object, or the fields of an HTML form; the latter is answered with a redirect.
    JsonOrForm,
    /// The fields of an HTML form, in either of its media types.
    Form,
    /// Its bytes, whatever they are.
    Raw,
}
