//! What people would ask, in their own words, and the page that should come first.

/// Where pages on checks and guides are.
macro_rules! page {
    ($name:literal) => {
        concat!("/docs/", $name, ".md#")
    };
}

/// Where operations are.
macro_rules! operation {
    ($name:literal) => {
        concat!("/api/v1/docs.md#", $name)
    };
}

/// A question, and the beginnings of the addresses that answer it.
pub(super) const QUESTIONS: [(&str, &[&str]); 30] = [
    ("why is my page blocked for GPTBot", &[page!("checks/robots-search-bots")]),
    ("how is the score computed", &[page!("scoring")]),
    ("what does answer-first mean", &[page!("checks/answer-first")]),
    ("how do I verify a webhook signature", &[page!("webhooks")]),
    ("how many scans a day for free", &[page!("accounts")]),
    ("what happens when my plan lapses", &[page!("billing"), page!("accounts")]),
    ("how do I set up robots.txt for perplexity", &[page!("checks/robots-search-bots")]),
    ("google does not index my page, is noindex the reason?", &[page!("checks/indexable")]),
    ("do I need a canonical tag", &[page!("checks/canonical")]),
    ("how long should my sections be", &[page!("checks/section-length")]),
    ("does a paywall hurt my chances", &[page!("checks/content-wall")]),
    ("should I have an llms.txt file", &[page!("checks/ai-text-alternates")]),
    ("my content is rendered with javascript", &[page!("checks/raw-html-content")]),
    ("how old can a page be before it counts as outdated", &[page!("checks/freshness")]),
    ("do articles need an author name", &[page!("checks/author-byline")]),
    ("how do I create an API key", &[page!("accounts"), "/auth.md#", operation!("post-keys")]),
    ("cancel my subscription", &[page!("billing"), operation!("post-billingportal")]),
    ("stop sending me emails", &[page!("notifications")]),
    ("how often is a monitored page scanned", &[page!("monitors")]),
    ("are webhooks retried after a failure", &[page!("webhooks")]),
    (
        "I get error 429 when I start a scan",
        &[page!("accounts"), page!("errors"), operation!("post-scan")],
    ),
    (
        "my sign-in link has expired",
        &[page!("accounts"), "/auth.md#", page!("errors"), operation!("post-authcallback")],
    ),
    ("compare two scans of the same page", &[operation!("get-compare")]),
    ("delete the scan history of a URL", &[page!("accounts"), operation!("delete-historyurlhash")]),
    ("what is wrong with my JSON-LD", &[page!("checks/jsonld-valid")]),
    ("my sitemap has no lastmod dates", &[page!("checks/sitemap-entry")]),
    ("how long do you keep my reports", &[page!("accounts")]),
    ("cloudflare blocks AI bots on my site", &[page!("checks/edge-bot-parity")]),
    ("watch the progress of a scan live", &[operation!("get-scanidevents")]),
    ("may engines quote my text if I use nosnippet", &[page!("checks/snippet-eligible")]),
];
