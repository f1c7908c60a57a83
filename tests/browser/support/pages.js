// Pages that are scanned.
const body = (html) => `<main>${html}</main>`;

const TIDES =
  "<p>Tides are the rise and fall of sea levels, caused by the gravity of the Moon and the Sun and by the rotation of the Earth. The Moon pulls hardest, since it is near: 2.2 times as hard as the Sun.</p>" +
  "<h2>Why there are two a day</h2><p>The Earth turns under two bulges of water, so most coasts have 2 high and 2 low waters in 24 hours and 50 minutes. One bulge faces the Moon, and the other one is on the far side.</p>" +
  "<h2>Why they differ</h2><p>A bay that grows narrow squeezes the wave and lifts it, and a shallow shelf slows it down. In the Bay of Fundy, the range is 16 metres; in the Mediterranean it is less than one.</p>" +
  "<ul><li>Spring tides come at new and full moon.</li><li>Neap tides come in between.</li></ul>";

// A page with which little is wrong.
export const GOOD = `<!doctype html><html lang=en><head><meta charset=utf-8><title>Tides explained</title><meta name=description content="What causes tides, why there are two a day, and why they differ from coast to coast."><meta property=og:site_name content=Coasts></head><body>${body(`<h1>Tides explained</h1><p>By <a rel=author href=/ada>Ada Lowe</a>, <time datetime=2026-10-02>2 October 2026</time></p>${TIDES}`)}</body></html>`;

// The same page before it was any good, with content that only scripts bring.
export const POOR = `<!doctype html><html><head><meta charset=utf-8><title>Welcome</title><meta name=robots content="max-snippet:20"></head><body><div id=root></div><h3>Tides</h3><p>In this article we will look at something that many of our readers have asked us about time and again over the years, and it is a topic with many sides that one could write a lot about.</p><script src=/app.js></script></body></html>`;

// What a page may hold to attack whoever reads about it.
export const ATTACKS = [
  "<script>window.__ran = 1</script>",
  "\"><img src=x onerror=\"window.__ran = 2\">",
  "'><svg onload=window.__ran=3>",
  "</title></textarea></style><script>window.__ran = 4</script>",
  "{{7*7}} ${window.__ran = 5} <!-- --><b>bold</b>",
  "\u202Egnp.exe\u202C \u2066isolated \u200Fright",
];

const text = (raw) => raw.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;");
const all = text(ATTACKS.join(" "));

// A page that attacks wherever its words are shown.
export const hostile = (extra = "") => `<!doctype html><html lang="en&quot; onload=&quot;window.__ran=6"><head><meta charset=utf-8><title>${all}${extra}</title>
<meta name=description content="${all}"><meta name=author content="${all}"><meta property=og:site_name content="${all}"><meta property=og:title content="${all}">
<link rel=canonical href="javascript:window.__ran=7"><meta name=robots content="max-snippet:20, ${all}">
<script type="application/ld+json">{"@type":"Article","headline":${JSON.stringify(ATTACKS.slice(1, 3).join(" "))},"author":"javascript:window.__ran=8",}</script></head><body>
<main><h1>${all}</h1><p>${all} In this article we will look at a lot of things that many people ask about, again and again, and which one could write very much about if one had the time to.</p>
${ATTACKS.map((attack, number) => `<h${(number % 3) + 2}>${text(attack)}</h${(number % 3) + 2}><p>${text(attack)} The range is 16 metres. ${TIDES}</p>`).join("\n")}
<p><a href="javascript:window.__ran=9">${all}</a> <a href="data:text/html,<script>1</script>">${all}</a> <a href="https://other.citable-test.net/${encodeURIComponent(ATTACKS[1])}">${all}</a></p>
<blockquote>${all}</blockquote></main></body></html>`;
