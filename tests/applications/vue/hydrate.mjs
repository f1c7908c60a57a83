import { createSSRApp } from "vue";
import { Partly, Whole } from "./app.mjs";

const first = Number(document.getElementById("app").dataset.first);
createSSRApp(first ? Partly : Whole, first ? { first } : {}).mount("#app");
