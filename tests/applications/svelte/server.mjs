import { render } from "svelte/server";
import App from "./App.svelte";

export const whole = () => render(App).body;
export const partly = (first) => render(App, { props: { first } }).body;
