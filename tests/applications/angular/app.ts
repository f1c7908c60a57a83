import "@angular/compiler";
import { Component, afterNextRender, signal } from "@angular/core";
import { paragraphs, title } from "../article.mjs";

@Component({
  selector: "app-root",
  template: `<main><article>
    <h1>{{ title }}</h1>
    @for (text of shown(); track text) {<p>{{ text }}</p>}
  </article></main>`,
})
export class App {
  title = title;
  shown = signal(paragraphs.slice(0, App.first));
  static first = paragraphs.length;

  constructor() {
    afterNextRender(async () => {
      if (App.first < paragraphs.length) {
        const rest = await (await fetch("rest.json")).json();
        this.shown.update((shown) => [...shown, ...rest]);
      }
    });
  }
}
