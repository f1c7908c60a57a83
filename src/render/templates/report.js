"use strict";
const setUpCopying = (root) => {
  for (const button of root.querySelectorAll("button[data-copies]")) {
    const source = document.getElementById(button.dataset.copies);
    const label = button.textContent;
    if (!source || !navigator.clipboard) continue;
    button.hidden = false;
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(source.textContent);
        button.textContent = button.dataset.done;
        setTimeout(() => { button.textContent = label; }, 2000);
      } catch {
        getSelection().selectAllChildren(source);
      }
    });
  }
};
setUpCopying(document);
addEventListener("shown", (event) => setUpCopying(event.target));
let folded = [];
addEventListener("beforeprint", () => {
  folded = [...document.querySelectorAll("details:not([open])")];
  for (const part of folded) part.open = true;
});
addEventListener("afterprint", () => {
  for (const part of folded) part.open = false;
});
