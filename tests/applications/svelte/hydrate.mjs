import { hydrate } from "svelte";
import App from "./App.svelte";

const target = document.getElementById("app");
const first = Number(target.dataset.first);
hydrate(App, { target, props: first ? { first } : {} });
