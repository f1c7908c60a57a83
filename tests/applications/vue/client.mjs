import { createApp } from "vue";
import { Whole } from "./app.mjs";

createApp(Whole).mount("#app");
