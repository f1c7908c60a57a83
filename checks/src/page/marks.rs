//! What the names of an element say of its part in the page.
//!
//! Authors name what surrounds the content: by tag, by role, and by class and id. Of a class or an
//! id whole words count (`leadership` does not contain `ad`), and of several words the first and
//! the last, which say what a thing is (`related-posts`, `post-comments`); `has-sidebar` says it of
//! the page around.

use std::collections::HashMap;

use bitflags::bitflags;
use html5ever::local_name;
use select::node::Node;

use crate::page::tree::attribute;

bitflags! {
    /// Parts of a page.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub(crate) struct Marks: u32 {
        /// Menus, breadcrumbs, page numbers.
        const NAVIGATION = 1;
        /// A foot.
        const FOOTER = 1 << 1;
        /// A head of the page or of a section.
        const HEADER = 1 << 2;
        /// What stands beside.
        const ASIDE = 1 << 3;
        /// What readers say of it.
        const COMMENTS = 1 << 4;
        /// Other pages of the site.
        const RELATED = 1 << 5;
        /// Buttons that send it on.
        const SHARE = 1 << 6;
        /// Advertising, newsletters, calls to act.
        const PROMOTION = 1 << 7;
        /// Pop-ups, messages, drawers.
        const OVERLAY = 1 << 8;
        /// Who wrote it, when, under which headwords.
        const BYLINE = 1 << 9;
        /// A form to search or to sign in.
        const SEARCH = 1 << 10;
        /// The content itself.
        const CONTENT = 1 << 11;
        /// One contribution of several: a post, an answer, a comment.
        const POST = 1 << 12;
        /// The list of its own sections.
        const CONTENTS = 1 << 13;
        /// Said for screen readers alone, or a link that skips.
        const SPOKEN = 1 << 14;
        /// A `main`, by tag or role.
        const MAIN = 1 << 15;
        /// An `article`.
        const ARTICLE = 1 << 16;
        /// What buyers say of it.
        const REVIEWS = 1 << 17;
        /// What asks for consent to cookies: never content, however long it is.
        const CONSENT = 1 << 18;
        /// Something to press: a button, or a link that looks like one.
        const BUTTON = 1 << 19;
        /// A call to act.
        const CALL = 1 << 20;
        /// What is there for a while: announcements, the latest of the site, a clock that runs down;
        /// and what a writer puts under all that they write.
        const PASSING = 1 << 21;
        /// What a site says of itself beside its name.
        const TAGLINE = 1 << 22;
        /// A list of terms, each in an element of its own.
        const TERMS = 1 << 23;
    }
}

impl Marks {
    /// What an element around the content may be called.
    pub(crate) const AROUND: Self = Self::NAVIGATION
        .union(Self::FOOTER)
        .union(Self::ASIDE)
        .union(Self::COMMENTS)
        .union(Self::RELATED)
        .union(Self::SHARE)
        .union(Self::PROMOTION)
        .union(Self::OVERLAY)
        .union(Self::SEARCH)
        .union(Self::SPOKEN);
}

/// Tells marks. Elements of one kind bear the same classes, which are read once.
#[derive(Default)]
pub(crate) struct MarkReader<'a> {
    by_class: HashMap<&'a str, Marks>,
    words: Words,
}

impl<'a> MarkReader<'a> {
    /// What an element's tag, its role, its classes and its id say.
    pub(crate) fn of(&mut self, element: Node<'a>) -> Marks {
        let mut marks = by_tag(element.name().unwrap_or_default());
        if let Some(role) = attribute(element, &local_name!("role")) {
            marks |= each(role, by_role);
        }
        let words = &mut self.words;
        if let Some(id) = attribute(element, &local_name!("id")).filter(|_| !is_anchored(element)) {
            marks |= each(id, |token| by_name(words.read(token)));
            // As a class it is that of any box.
            if id.eq_ignore_ascii_case("head") {
                marks |= Marks::HEADER;
            }
        }
        if let Some(class) = attribute(element, &local_name!("class")) {
            let read = || by_classes(class, words);
            marks |= *self.by_class.entry(class).or_insert_with(read);
        }
        marks
    }
}

/// Whether the id of an element is there to link to: that of a heading repeats its words, and so
/// does one in capitals, which manuals have for their sections (`TEA-COMMENTS`).
fn is_anchored(element: Node<'_>) -> bool {
    let in_capitals = |id: &str| {
        id.contains('-')
            && id.contains(|char: char| char.is_ascii_uppercase())
            && !id.contains(|char: char| char.is_ascii_lowercase())
    };
    matches!(element.name(), Some("h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "dt"))
        || attribute(element, &local_name!("id")).is_some_and(in_capitals)
}

/// What the classes of an element say. WordPress writes into those of a post under which headwords
/// it stands: `tag-popular` says what the post is about.
fn by_classes(classes: &str, words: &mut Words) -> Marks {
    let is_post = classes.split_ascii_whitespace().any(|class| {
        class == "hentry" || class.starts_with("type-") || is_numbered(class, "post-")
    });
    each(classes, |class| match is_post && is_headword(class) {
        true => Marks::empty(),
        false => by_name(words.read(class)),
    })
}

fn is_headword(class: &str) -> bool {
    class.starts_with("tag-") || class.starts_with("category-")
}

fn is_numbered(class: &str, before: &str) -> bool {
    class
        .strip_prefix(before)
        .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|sign| sign.is_ascii_digit()))
}

fn each(tokens: &str, mut of: impl FnMut(&str) -> Marks) -> Marks {
    tokens.split_ascii_whitespace().fold(Marks::empty(), |marks, token| marks | of(token))
}

fn by_tag(tag: &str) -> Marks {
    match tag {
        "nav" => Marks::NAVIGATION,
        "footer" => Marks::FOOTER,
        "header" => Marks::HEADER,
        "aside" => Marks::ASIDE,
        "search" => Marks::SEARCH,
        "main" => Marks::MAIN,
        "article" => Marks::ARTICLE,
        _ => Marks::empty(),
    }
}

/// WAI-ARIA 1.2, section 5.3.4.
fn by_role(role: &str) -> Marks {
    match role.to_ascii_lowercase().as_str() {
        "navigation" | "menu" | "menubar" => Marks::NAVIGATION,
        "contentinfo" => Marks::FOOTER,
        "banner" => Marks::HEADER,
        "complementary" => Marks::ASIDE,
        "dialog" | "alertdialog" => Marks::OVERLAY,
        "search" => Marks::SEARCH,
        "main" => Marks::MAIN,
        "article" => Marks::ARTICLE,
        "button" => Marks::BUTTON,
        _ => Marks::empty(),
    }
}

fn by_name(words: &Words) -> Marks {
    let Some(last) = words.count().checked_sub(1) else { return Marks::empty() };
    let (first, last) = (words.word(0), words.word(last));
    if matches!(first, "has" | "no" | "with" | "without" | "is" | "not" | "js") {
        return Marks::empty();
    }
    let marks = by_word(first) | by_foreign_word(first);
    let marks = match words.count() {
        1 => marks,
        _ => marks | by_word(last) | by_foreign_word(last) | by_pairs(words),
    };
    // What opens over the page to tell more of its subject belongs to it.
    match marks.contains(Marks::OVERLAY) && (0..words.count()).any(|at| describes(words.word(at))) {
        true => marks - Marks::OVERLAY,
        false => marks,
    }
}

/// Whether a word of a name says that the subject of the page is described there.
fn describes(word: &str) -> bool {
    matches!(
        word,
        "details"
            | "detail"
            | "description"
            | "specs"
            | "specifications"
            | "specification"
            | "measurements"
            | "beschreibung"
            | "caracteristiques"
            | "descripcion"
            | "detalles"
            | "descrizione"
            | "dettagli"
            | "descricao"
            | "detalhes"
            | "beschrijving"
    )
}

/// The words of a name, in lower case.
pub(crate) fn split_words(name: &str) -> impl Iterator<Item = String> {
    let mut words = Words::default();
    words.read(name);
    (0..words.count()).map(move |at| words.word(at).to_owned())
}

/// The words of a class or an id, in lower case: split where the case turns and at what is no
/// letter. Kept from name to name, since every element has some.
#[derive(Default)]
struct Words {
    text: String,
    starts: Vec<usize>,
}

impl Words {
    fn read(&mut self, token: &str) -> &Self {
        self.text.clear();
        self.starts.clear();
        let mut open = false;
        let mut lower_before = false;
        for character in token.chars() {
            if !character.is_alphabetic() {
                open = false;
                lower_before = false;
                continue;
            }
            if !open || (lower_before && character.is_uppercase()) {
                self.starts.push(self.text.len());
                open = true;
            }
            lower_before = character.is_lowercase();
            match character.is_ascii() {
                true => self.text.push(character.to_ascii_lowercase()),
                false => self.text.extend(character.to_lowercase()),
            }
        }
        self
    }

    fn count(&self) -> usize {
        self.starts.len()
    }

    fn word(&self, at: usize) -> &str {
        let end = self.starts.get(at + 1).copied().unwrap_or(self.text.len());
        &self.text[self.starts[at]..end]
    }
}

fn by_word(word: &str) -> Marks {
    match word {
        "nav" | "navbar" | "navigation" | "menu" | "menus" | "submenu" | "megamenu"
        | "breadcrumb" | "breadcrumbs" | "crumbs" | "pagination" | "pager" | "paginator"
        | "topnav" | "subnav" | "sidenav" | "navi" | "navheader" | "navfooter" => Marks::NAVIGATION,
        "footer" | "foot" | "colophon" | "copyright" => Marks::FOOTER,
        "header" | "masthead" | "topbar" | "titlearea" => Marks::HEADER,
        "sidebar" | "aside" | "rail" => Marks::ASIDE,
        "comments" | "disqus" | "respond" | "commentlist" | "commentbox" | "commentarea" => {
            Marks::COMMENTS
        }
        "related" | "recommended" | "recommendations" | "recirc" | "recirculation" | "trending"
        | "popular" | "upsell" | "crosssell" | "relatedposts" => Marks::RELATED,
        "share" | "sharing" | "sharedaddy" | "social" | "socials" | "addtoany" | "addthis" => {
            Marks::SHARE
        }
        "newsletter" | "subscribe" | "subscription" | "advert" | "adverts" | "advertisement"
        | "ads" | "ad" | "sponsor" | "sponsored" | "optin" => Marks::PROMOTION,
        "cookie" | "cookies" | "gdpr" | "popup" | "modal" | "lightbox" | "overlay" | "dialog"
        | "toast" | "drawer" | "offcanvas" | "tooltip" => Marks::OVERLAY,
        "onetrust" | "cookiebot" | "cookieyes" | "didomi" | "usercentrics" | "trustarc"
        | "consent" => Marks::CONSENT,
        "byline" | "author" | "authors" | "meta" | "tags" | "timestamp" | "dateline" => {
            Marks::BYLINE
        }
        "searchform" | "searchbox" | "login" | "signin" => Marks::SEARCH,
        "content" | "article" | "entry" | "story" | "prose" | "markdown" => Marks::CONTENT,
        "post" | "message" | "answer" | "question" | "reply" | "comment" => Marks::POST,
        "toc" => Marks::CONTENTS,
        "reviews" | "review" | "ratings" => Marks::REVIEWS,
        "screenreader" | "srt" => Marks::SPOKEN,
        "btn" | "button" => Marks::BUTTON,
        "cta" => Marks::CALL,
        "tagline" | "slogan" => Marks::TAGLINE,
        "segmentedlist" => Marks::TERMS,
        "latest" | "announcement" | "announcements" | "marquee" | "countdown" | "timer"
        | "signature" | "signatures" => Marks::PASSING,
        _ => Marks::empty(),
    }
}

/// Words of German, French, Spanish, Italian, Portuguese and Dutch, written as names are: with and
/// without accents. Those that are English words of another meaning (`pie`, `avis`) are left out.
fn by_foreign_word(word: &str) -> Marks {
    match word {
        "hauptmenue" | "hauptmenü" | "hauptnavigation" | "menue" | "menü" | "menú"
        | "seitennavigation" | "brotkrumen" | "ariane" | "filariane" | "navegacion"
        | "navegacao" | "navigazione" | "navigatie" | "kruimelpad" | "paginierung"
        | "paginacion" | "paginacao" | "paginazione" => Marks::NAVIGATION,
        "fusszeile" | "fußzeile" | "seitenfuss" | "rodape" | "rodapé" | "voettekst"
        | "piepagina" => Marks::FOOTER,
        "kopfzeile" | "cabecera" | "cabecalho" | "cabeçalho" | "entete" | "intestazione"
        | "testata" => Marks::HEADER,
        "seitenleiste" | "randspalte" | "marginalspalte" | "zijbalk" => Marks::ASIDE,
        "kommentare" | "leserkommentare" | "commentaires" | "comentarios" | "comentários"
        | "commenti" | "reacties" => Marks::COMMENTS,
        "verwandte" | "empfehlungen" | "meistgelesen" | "relacionadas" | "relacionados"
        | "similaires" | "correlati" | "correlate" | "gerelateerd" | "gerelateerde"
        | "recomendados" | "recomendadas" | "recommandations" | "consigliati" => Marks::RELATED,
        "teilen" | "partager" | "partage" | "compartir" | "compartilhar" | "partilhar"
        | "condividi" | "condivisione" => Marks::SHARE,
        "werbung" | "publicite" | "publicité" | "publicidad" | "publicidade" | "pubblicita"
        | "pubblicità" | "advertentie" | "advertenties" => Marks::PROMOTION,
        "autor" | "autoren" | "verfasser" | "auteur" | "auteurs" | "autora" | "autores"
        | "autore" | "autori" => Marks::BYLINE,
        "suchformular" | "suchfeld" | "buscador" | "zoekformulier" => Marks::SEARCH,
        "beitrag" | "kommentar" | "antwort" | "commentaire" | "comentario" | "comentário"
        | "commento" | "respuesta" | "risposta" | "resposta" | "antwoord" | "reactie" => {
            Marks::POST
        }
        "bewertungen" | "kundenbewertungen" | "rezensionen" | "opiniones" | "recensioni"
        | "avaliacoes" | "avaliações" | "beoordelingen" => Marks::REVIEWS,
        "inhaltsverzeichnis" | "sommaire" | "inhoudsopgave" => Marks::CONTENTS,
        _ => Marks::empty(),
    }
}

fn by_pairs(words: &Words) -> Marks {
    let pairs = (1..words.count()).map(|at| by_pair(words.word(at - 1), words.word(at)));
    pairs.fold(Marks::empty(), |marks, pair| marks | pair)
}

fn by_pair(first: &str, second: &str) -> Marks {
    match (first, second) {
        ("table", "contents" | "of") => Marks::CONTENTS,
        ("cookie", "banner" | "notice" | "consent" | "bar" | "law") => Marks::CONSENT,
        ("comment", "list" | "respond" | "section" | "area" | "thread" | "form" | "box")
        | ("visitor" | "visitors" | "reader" | "readers" | "widget", "comment" | "comments") => {
            Marks::COMMENTS
        }
        ("region" | "site" | "page" | "global", "footer") => Marks::FOOTER,
        ("more", "from" | "stories" | "articles" | "posts" | "headlines") | ("most", "read") => {
            Marks::RELATED
        }
        ("barra", "lateral") | ("barre", "laterale") => Marks::ASIDE,
        ("pied", "de") | ("pie", "pagina" | "de") => Marks::FOOTER,
        ("mas", "leidas") | ("mais", "lidas") | ("plus", "lus") => Marks::RELATED,
        ("skip", "link" | "to")
        | ("sr", "only")
        | ("visually", "hidden")
        | ("screen", "reader") => Marks::SPOKEN,
        _ => Marks::empty(),
    }
}
