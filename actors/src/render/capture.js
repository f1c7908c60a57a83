// The document as it stands, open shadow roots as templates, in pieces of `size` UTF-16 code units.
// Runs in a world of its own, so nothing of the page's scripts is called.
(size, most) => {
  const roots = [];
  const visit = (root) => {
    for (const element of root.querySelectorAll("*")) {
      if (element.shadowRoot) {
        roots.push(element.shadowRoot);
        visit(element.shadowRoot);
      }
    }
  };
  visit(document);
  const root = document.documentElement;
  if (!root) return { pieces: [""], truncated: false };
  const shell = root.cloneNode(false).outerHTML;
  const end = shell.lastIndexOf("</");
  const inner = root.getHTML({ shadowRoots: roots });
  const whole = `<!doctype html>${shell.slice(0, end)}${inner}${shell.slice(end)}`.toWellFormed();
  const kept = whole.slice(0, most).toWellFormed();
  const pieces = [];
  for (let at = 0; at < kept.length; ) {
    const next = at + size;
    const splits = next < kept.length && (kept.charCodeAt(next - 1) & 0xfc00) === 0xd800;
    pieces.push(kept.slice(at, splits ? next - 1 : next));
    at += pieces.at(-1).length;
  }
  globalThis.pieces = pieces;
  return { pieces: pieces.length, truncated: kept.length < whole.length };
}
