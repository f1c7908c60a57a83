import { h, onMounted, ref } from "vue";
import { paragraphs, title } from "../article.mjs";

const shown = (texts) => texts.map((text) => h("p", { key: text }, text));
const article = (texts) => h("main", h("article", [h("h1", title), shown(texts)]));

export const Whole = { setup: () => () => article(paragraphs) };

// The rest is shown once the page runs.
export const Partly = {
  props: { first: Number },
  setup(props) {
    const rest = ref([]);
    onMounted(async () => {
      rest.value = await (await fetch("rest.json")).json();
    });
    return () => article([...paragraphs.slice(0, props.first), ...rest.value]);
  },
};
