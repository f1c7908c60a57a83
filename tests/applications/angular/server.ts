import { App } from "./app";
import { bootstrapApplication, provideClientHydration } from "@angular/platform-browser";
import { provideServerRendering, renderApplication } from "@angular/platform-server";

const providers = [provideServerRendering(), provideClientHydration()];

// A document with the page in it.
export function render(document: string, first = App.first): Promise<string> {
  App.first = first;
  const start = (context: any) => bootstrapApplication(App, { providers }, context);
  return renderApplication(start, { document, url: "/" });
}
