//! From method and path to a row of the table.

use hyper::Method;
use hyper::header::HeaderValue;

use crate::http::base::Based;
use crate::http::policy::Verb;
use crate::http::reply;
use crate::http::route::Route;
use crate::web::row::Page;

/// What the router makes of a method and a path.
pub(crate) enum Found {
    Route(&'static Route, Vec<(String, String)>),
    Page(&'static Page, Vec<(String, String)>),
    /// OPTIONS on a path that exists.
    Options(HeaderValue),
    WrongMethod(HeaderValue),
    Nothing,
}

impl Found {
    /// Whether it tells how the service is, which is answered however busy it is.
    pub(crate) fn is_health(&self) -> bool {
        matches!(self, Self::Route(route, _) if route.is_health)
    }

    /// Whether it is answered while the service stops, too.
    pub(crate) fn is_answered_while_draining(&self) -> bool {
        matches!(self, Self::Route(route, _) if route.while_draining)
    }
}

/// The rows of each path.
type Paths = matchit::Router<Vec<&'static Route>>;

/// Finds routes.
pub(crate) struct Router {
    paths: Paths,
    at_site_root: Paths,
    pages: matchit::Router<Vec<&'static Page>>,
}

impl Router {
    #[expect(clippy::expect_used, reason = "the table is ours; a clash fails the first test")]
    pub(crate) fn new(routes: &'static [Route], pages: &'static [Page]) -> Self {
        let mut site = matchit::Router::new();
        for page in pages {
            let rows: Vec<&Page> = pages.iter().filter(|other| other.path == page.path).collect();
            if std::ptr::eq(rows[0], page) {
                site.insert(page.path, rows).expect("the table's pages do not clash");
            }
        }
        let at_site_root = paths(routes, |route| route.roots.has_site());
        Self { paths: paths(routes, |route| route.roots.has_rest()), at_site_root, pages: site }
    }

    pub(crate) fn find(&self, method: &Method, path: &str) -> Found {
        if let Some(based) = Based::split(path) {
            return find_route(&self.paths, method, based.rest());
        }
        match find_route(&self.at_site_root, method, path) {
            Found::Nothing => self.find_page(method, path),
            found => found,
        }
    }

    fn find_page(&self, method: &Method, path: &str) -> Found {
        let Ok(matched) = self.pages.at(path) else { return Found::Nothing };
        let rows = matched.value;
        if let Some(page) = rows.iter().find(|page| page.verb.as_str() == asked(method)) {
            return Found::Page(page, params(&matched.params));
        }
        let allow = allowed(rows.iter().map(|page| page.verb));
        if method == Method::OPTIONS { Found::Options(allow) } else { Found::WrongMethod(allow) }
    }
}

#[expect(clippy::expect_used, reason = "the table is ours; a clash fails the first test")]
fn paths(routes: &'static [Route], belongs: fn(&Route) -> bool) -> Paths {
    let mut paths = Paths::new();
    for route in routes.iter().filter(|route| belongs(route)) {
        let same = |other: &&Route| other.path == route.path && belongs(other);
        let rows: Vec<&Route> = routes.iter().filter(same).collect();
        if std::ptr::eq(rows[0], route) {
            paths.insert(route.path, rows).expect("the table's paths do not clash");
        }
    }
    paths
}

fn find_route(paths: &Paths, method: &Method, path: &str) -> Found {
    let Ok(matched) = paths.at(path) else { return Found::Nothing };
    let rows = matched.value;
    if let Some(route) = rows.iter().find(|route| route.verb.as_str() == asked(method)) {
        return Found::Route(route, params(&matched.params));
    }
    let allow = allowed(rows.iter().map(|route| route.verb));
    if method == Method::OPTIONS { Found::Options(allow) } else { Found::WrongMethod(allow) }
}

/// The method that a row has to have: HEAD is answered as GET.
fn asked(method: &Method) -> &str {
    if method == Method::HEAD { "GET" } else { method.as_str() }
}

fn params(matched: &matchit::Params<'_, '_>) -> Vec<(String, String)> {
    matched.iter().map(|(name, value)| (name.into(), value.into())).collect()
}

fn allowed(verbs: impl Iterator<Item = Verb>) -> HeaderValue {
    let mut methods = Vec::new();
    for verb in verbs {
        methods.push(verb.as_str());
        if verb == Verb::Get {
            methods.push("HEAD");
        }
    }
    methods.push("OPTIONS");
    reply::header(&methods.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::routes::table::ROUTES;
    use crate::web::table::PAGES;

    fn describe(method: &Method, path: &str) -> String {
        match Router::new(ROUTES, PAGES).find(method, path) {
            Found::Route(route, params) => format!("{} {params:?}", route.doc.operation_id),
            Found::Page(page, params) => {
                format!("{} page {} {params:?}", page.verb.as_str(), page.path)
            }
            Found::Options(allow) => format!("options {}", allow.to_str().unwrap()),
            Found::WrongMethod(allow) => format!("wrong {}", allow.to_str().unwrap()),
            Found::Nothing => "nothing".to_owned(),
        }
    }

    #[test]
    fn both_bases_lead_to_the_same_route() {
        for path in ["/api/v1/scan/scn_1", "/api/scan/scn_1"] {
            assert_eq!(describe(&Method::GET, path), r#"readScan [("id", "scn_1")]"#);
        }
        assert_eq!(describe(&Method::POST, "/api/v1/scan"), "createScan []");
    }

    #[test]
    fn head_is_answered_as_get() {
        assert_eq!(describe(&Method::HEAD, "/api/v1/healthz"), "readHealth []");
        assert_eq!(describe(&Method::HEAD, "/api/v1/scan"), "wrong POST, OPTIONS");
    }

    #[test]
    fn a_path_that_exists_says_what_it_takes() {
        assert_eq!(describe(&Method::OPTIONS, "/api/v1/scan"), "options POST, OPTIONS");
        assert_eq!(describe(&Method::DELETE, "/api/scan/x"), "wrong GET, HEAD, OPTIONS");
    }

    #[test]
    fn pages_are_at_the_root() {
        assert_eq!(describe(&Method::GET, "/"), "GET page / []");
        assert_eq!(describe(&Method::HEAD, "/login/confirm"), "GET page /login/confirm []");
        assert_eq!(describe(&Method::POST, "/login"), "POST page /login []");
        assert_eq!(describe(&Method::POST, "/bot"), "wrong GET, HEAD, OPTIONS");
        assert_eq!(describe(&Method::DELETE, "/"), "wrong GET, HEAD, POST, OPTIONS");
        let report = r#"GET page /report/{id} [("id", "scn_1.md")]"#;
        assert_eq!(describe(&Method::GET, "/report/scn_1.md"), report);
        for path in ["/unsubscribe", "/api/v1/unsubscribe", "/api/unsubscribe"] {
            assert_eq!(describe(&Method::HEAD, path), "askToUnsubscribe []");
            assert_eq!(describe(&Method::POST, path), "unsubscribe []");
            assert_eq!(describe(&Method::DELETE, path), "wrong GET, HEAD, POST, OPTIONS");
        }
        assert_eq!(describe(&Method::GET, "/notifications"), "nothing");
        assert_eq!(describe(&Method::GET, "/login/"), "nothing");
    }

    #[test]
    fn no_page_is_a_route() {
        for page in PAGES {
            for route in ROUTES.iter().filter(|route| route.roots.has_site()) {
                assert_ne!((page.path, page.verb), (route.path, route.verb));
            }
        }
    }

    #[test]
    fn nothing_is_guessed() {
        let strange = [
            "/scan",
            "/api",
            "/api/",
            "/api/v1",
            "/api/v1/",
            "/api/v1/scan/",
            "/api/v2/scan",
            "/api/v1//scan",
            "//api/v1/scan",
            "/api/v1/scan/a/events/",
            "/api/v1/v1/scan",
            "/api/v1scan",
            "/API/v1/scan",
            "/api/v1/scan/a/b",
            "",
            "*",
        ];
        for path in strange {
            assert_eq!(describe(&Method::GET, path), "nothing", "{path}");
        }
    }
}
