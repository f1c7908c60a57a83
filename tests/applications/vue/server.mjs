import { createSSRApp } from "vue";
import { renderToString } from "vue/server-renderer";
import { Partly, Whole } from "./app.mjs";

export const whole = () => renderToString(createSSRApp(Whole));
export const partly = (first) => renderToString(createSSRApp(Partly, { first }));
