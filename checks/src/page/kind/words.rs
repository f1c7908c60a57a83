//! The words of addresses and tools by which kinds of pages are told, separated by spaces.

/// Words of hosts and segments of paths of discussion boards.
pub(super) const BOARDS: &str =
    "forum forums community discuss discourse answers ask bbs boards stackoverflow stackexchange";
/// Software of discussion boards, as it names itself in the head.
pub(super) const BOARD_TOOLS: &str = "discourse phpbb vbulletin xenforo mybb nodebb flarum smf \
    vanilla invision woltlab bbpress punbb fluxbb";
/// Segments above the number of a question on any site.
pub(super) const QUESTIONS: &str = "questions question";
/// Segments above the word that questions are listed by.
pub(super) const TAGS: &str = "tag tags tagged";
/// Segments above the number of a post to which others answer.
pub(super) const NUMBERED_POSTS: &str = "post posts";
/// Segments above a discussion on any site.
pub(super) const THREADS: &str = "thread threads comments";
/// Last segments of the scripts that show a discussion.
pub(super) const THREAD_SCRIPTS: &str = "viewtopic showthread";
/// Segments above a discussion on boards.
pub(super) const BOARD_THREADS: &str = "t topic topics questions question discussion discussions";
/// Of those, the ones that are headwords on other sites.
pub(super) const HEADWORDS: &str = "t topic topics";

/// Segments above a product on any site.
pub(super) const PRODUCTS: &str = "product pdp dp itm ip product-page";
/// Segments above a product where it can be bought.
pub(super) const SHOPS: &str = "products p item items pd buy sku prod shop";

/// Labels of hosts of documentation.
pub(super) const DOCS_HOSTS: &str =
    "docs doc developer developers wiki manual manuals readthedocs kb man";
/// Segments of paths of documentation.
pub(super) const DOCS_PATHS: &str = "docs doc documentation reference manual manuals wiki api man \
    kb handbook docset quickstart specification javadoc";
/// Labels of hosts where customers are helped.
pub(super) const HELP_HOSTS: &str = "help support helpdesk helpcenter hilfe aide ayuda ajuda";
/// Segments above what customers are helped with.
pub(super) const HELP_PATHS: &str = "hc help help-center helpcenter knowledge-base knowledgebase \
    support hilfe aide ayuda ajuda user-guide userguide user-manual";
/// Last segments of the first page of a wiki, as MediaWiki names it in the language of the site.
pub(super) const STARTS_OF_WIKIS: &str = "main_page hauptseite wikipedia:hauptseite \
    wikipédia:accueil_principal wikipedia:portada pagina_principale hoofdpagina \
    wikipédia:página_principal wikipedia:strona_główna заглавная_страница メインページ \
    portal:huvudsida wikipedia:首页";
/// Tools that make documentation and nothing else.
pub(super) const DOCS_TOOLS: &str = "mkdocs docusaurus sphinx docutils gitbook vitepress vuepress \
    doxygen haddock rustdoc javadoc antora mdbook starlight mediawiki readme mintlify docbook makeinfo \
    texinfo texi2html groff mandoc groovydoc gtk-doc gi-docgen";

/// Segments of paths of lists.
pub(super) const LISTS: &str = "category categories collection collections c cat cats tag tags tagged \
    browse shop search list lists archive archives catalog catalogue directory directories b s l \
    market hub departments genre store brands deals sale clearance bestsellers zgbs results \
    listings plp subcategory subcategories";
/// Of those, the ones that shops and boards put before nothing but lists.
pub(super) const CATEGORIES: &str = "category categories c cat cats browse departments plp \
    subcategory subcategories";
/// Last segments of lists.
pub(super) const LIST_ENDS: &str = "blog news articles products topics events posts jobs \
    resources stories courses recipes reviews releases guides tutorials videos podcasts episodes \
    all new coupons rankings schedule press-releases case-studies";

/// Last segments of a search.
pub(super) const SEARCHES: &str =
    "search searchresults search-results suche recherche buscar busca cerca zoeken";

/// Last segments of pages to log in, to register or to ask for a new password.
pub(super) const ACCOUNTS: &str = "login logon signin sign-in sign_in signup sign-up sign_up register \
    registration anmelden anmeldung registrieren registrierung inscription connexion registro \
    registrarse registrati registrazione accedi cadastro entrar inloggen registreren rejestracja \
    logowanie prihlaseni registrace регистрация войти вход auth forgot-password forgotpassword \
    forgot_password passwordreset password-reset password_reset lost-password mot-de-passe-oublie \
    passwort-vergessen";
/// Words that only such segments have: `membre_connexion`, `CustomerLogin`.
pub(super) const LOGINS: &str = "login logon signin signup inscription connexion войти";
/// Last segments of pages to get in touch.
pub(super) const CONTACTS: &str = "contact contact-us contactus contacts contact-form kontakt \
    kontaktformular contacto contato contatti contactez-nous nous-contacter feedback \
    контакты iletisim yhteystiedot";

/// Segments above an article.
pub(super) const ARTICLES: &str = "blog blogs article articles news post posts story stories \
    insights guides guide magazine newsroom press resources library journal opinion features tips \
    advice";
/// Segments above a post of a blog, and labels of hosts of blogs.
pub(super) const BLOGS: &str = "blog blogs news posts magazine story stories";
/// Segments above a post that are commands in the reference of an interface.
pub(super) const POSTS: &str = "post";
/// Segments of paths of what a site says of itself, and of the terms that it sets.
pub(super) const ABOUT: &str = "about about-us aboutus about-me who-we-are our-story our-team \
    company contact contact-us pricing prices plans privacy privacy-policy cookie-policy cookies \
    terms terms-of-service terms-of-use terms-and-conditions legal disclaimer imprint impressum \
    datenschutz datenschutzerklaerung agb ueber-uns kontakt preise leistungen a-propos qui-sommes-nous \
    mentions-legales tarifs quienes-somos sobre-nosotros contacto precios aviso-legal chi-siamo \
    contatti prezzi sobre contato precos over-ons om-oss om-os yhteystiedot o-nas hakkimizda \
    iletisim careers karriere faq demo";
/// Words of paths of what a company offers.
pub(super) const OFFERS: &str = "service services solution solutions product products industries \
    industry platform pricing capabilities consulting";

/// Words of what systems call the types of page that present something a company offers.
pub(super) const OFFER_TYPES: &str =
    "service services solution solutions product products tool tools location locations landing";

/// Words of paths of pages that only name what is cheaper, and for whom.
pub(super) const PROMOTIONS: &str = "coupon coupons discount discounts promo promos promotion \
    promotions voucher vouchers rebate rebates gutschein gutscheine";

/// Segments of paths of services, which are no products.
pub(super) const SERVICES: &str = "service services solution solutions consulting";

/// Whether a word is the name of a tool that makes documentation, lower case.
pub(crate) fn is_docs_tool(word: &str) -> bool {
    holds(DOCS_TOOLS, word)
}

/// Whether a list of words holds one.
pub(super) fn holds(words: &str, word: &str) -> bool {
    words.split_ascii_whitespace().any(|one| one == word)
}
