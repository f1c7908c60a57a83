//! Pages that mean no good, by what their script does.

/// What hostile pages do.
pub(crate) const ATTACKS: [(&str, &str); 16] = [
    ("endless loop", "for (;;);"),
    ("endless microtasks", "const again = () => Promise.resolve().then(again); again();"),
    ("endless timers", "const again = () => setTimeout(again, 0); again();"),
    ("endless frames", "const again = () => requestAnimationFrame(again); again();"),
    ("memory", "const held = []; for (;;) held.push(new Uint8Array(1 << 26).fill(1));"),
    ("strings", "let text = 'x'; for (;;) text += text;"),
    ("elements", "for (;;) document.body.append(document.createElement('p'));"),
    ("dialogs", "for (let i = 0; i < 20; i++) { alert(i); confirm(i); prompt(i); }"),
    ("popups", "for (let i = 0; i < 50; i++) open('https://www.example.org/popup' + i);"),
    (
        "downloads",
        "for (let i = 0; i < 50; i++) {\
           const link = document.createElement('a');\
           link.href = URL.createObjectURL(new Blob([new Uint8Array(1 << 22)]));\
           link.download = 'file' + i;\
           link.click();\
         }",
    ),
    ("navigation", "setInterval(() => location = '/' + Math.random(), 1);"),
    ("reloads", "setInterval(() => location.reload(), 1);"),
    ("requests", "for (let i = 0; i < 20000; i++) fetch('/x' + i).catch(() => {});"),
    (
        "workers",
        "const url = URL.createObjectURL(new Blob(['for (;;);']));\
         for (let i = 0; i < 8; i++) new Worker(url);",
    ),
    (
        "memory of workers",
        "const url = URL.createObjectURL(new Blob([\
           'const held = []; for (;;) held.push(new Uint8Array(1 << 26).fill(1));']));\
         for (let i = 0; i < 8; i++) new Worker(url);",
    ),
    (
        "frames",
        "for (let i = 0; i < 500; i++) {\
           const frame = document.createElement('iframe');\
           frame.srcdoc = '<p>'.repeat(1000);\
           document.body.append(frame);\
         }",
    ),
];

/// A page that runs such a script.
pub(crate) fn page(script: &str) -> String {
    format!("<!doctype html><body><p>Before</p><script>{script}</script></body>")
}
