"use strict";
// Sets up the forms and buttons below an element: the document, and later what replaces its main
// part (the event "shown").
const setUpForms = (root) => {
  // A form that is sent once: a second click does nothing, and the button says what happens.
  for (const form of root.querySelectorAll("form[data-once]")) {
    form.addEventListener("submit", (event) => {
      const button = form.querySelector("button");
      if (button.getAttribute("aria-disabled") === "true") return event.preventDefault();
      button.setAttribute("aria-disabled", "true");
      if (button.dataset.busy) button.textContent = button.dataset.busy;
    });
  }
  // What can't be undone is asked twice. Without scripts, the form is sent at once.
  for (const form of root.querySelectorAll("form[data-confirm]")) {
    form.addEventListener("submit", (event) => {
      if (!confirm(form.dataset.confirm)) event.preventDefault();
    });
  }
  if (!navigator.clipboard) return;
  // Buttons that copy this page's URL, or what another URL answers.
  for (const button of root.querySelectorAll("button[data-copies-page], button[data-copies-url]")) {
    const label = button.textContent;
    button.hidden = false;
    button.addEventListener("click", async () => {
      const { copiesUrl, accept } = button.dataset;
      const page = location.origin + location.pathname + location.search;
      const headers = { accept: accept ?? "*/*" };
      const text = copiesUrl ? await (await fetch(copiesUrl, { headers })).text() : page;
      await navigator.clipboard.writeText(text);
      button.textContent = button.dataset.done;
      setTimeout(() => { button.textContent = label; }, 2000);
    });
  }
};
setUpForms(document);
addEventListener("shown", (event) => setUpForms(event.target));
// Whoever comes back to a page by the browser's button finds its forms usable.
addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});
// A key that leads to the field, unless something is being typed.
addEventListener("keydown", (event) => {
  const field = document.querySelector("input[data-key]");
  const typing = event.target.matches("input, textarea, select") || event.target.isContentEditable;
  if (!field || event.key !== field.dataset.key || typing) return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  field.focus();
});
