"use strict";
// Follows a scan and shows its report where the progress was.
const box = document.getElementById("progress");
if (box) {
  const stages = [...box.querySelectorAll("[data-stage]")].filter((part) => part !== box);
  const names = stages.map((part) => part.dataset.stage);
  const silent = box.querySelector("[data-silent]");
  const elapsed = box.querySelector("[data-elapsed]");
  const checks = box.querySelector("[data-checks]");
  const started = Date.now();
  let heard = Date.now();
  let shown = -1;

  const show = (name) => {
    const now = names.indexOf(name);
    if (now < shown) return;
    shown = now;
    stages.forEach((part, place) => {
      part.className = place < now ? "past" : place === now ? "now" : "";
    });
  };
  const finish = async () => {
    source.close();
    clearInterval(clock);
    const answer = await fetch(box.dataset.report, { headers: { accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (page.getElementById("progress")) return location.reload();
    const main = document.adoptNode(page.querySelector("main"));
    document.title = page.title;
    document.querySelector("main").replaceWith(main);
    main.dispatchEvent(new Event("shown", { bubbles: true }));
    const score = document.getElementById("score") ?? main.querySelector("h1");
    score.tabIndex = -1;
    score.focus();
  };
  const clock = setInterval(() => {
    elapsed.textContent = `${Math.round((Date.now() - started) / 1000)} s`;
    silent.hidden = Date.now() - heard < Number(box.dataset.silence) * 1000;
  }, 1000);

  show(box.dataset.stage);
  const source = new EventSource(box.dataset.events);
  source.addEventListener("scan", (event) => {
    heard = Date.now();
    const { stage, status, completedChecks, totalChecks } = JSON.parse(event.data);
    show(stage);
    if (completedChecks > 0) checks.textContent = `${completedChecks} of ${totalChecks} checks`;
    if (status !== "pending") finish().catch(() => location.reload());
  });
}
