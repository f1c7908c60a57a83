import { App } from "./app";
import { bootstrapApplication } from "@angular/platform-browser";

bootstrapApplication(App);
