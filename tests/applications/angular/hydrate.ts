import { App } from "./app";
import { bootstrapApplication, provideClientHydration } from "@angular/platform-browser";

App.first = Number(document.querySelector<HTMLElement>("[data-first]")?.dataset.first) || App.first;
bootstrapApplication(App, { providers: [provideClientHydration()] });
