import { Suspense, use, useEffect, useState } from "react";
import { paragraphs, title } from "../article.mjs";

const Paragraphs = ({ of }) => of.map((text) => <p key={text}>{text}</p>);

function Article({ children }) {
  return <main><article><h1>{title}</h1>{children}</article></main>;
}

export function Whole() {
  return <Article><Paragraphs of={paragraphs} /></Article>;
}

// The rest is loaded once the page runs.
export function Partly({ first }) {
  const [rest, setRest] = useState([]);
  useEffect(() => {
    fetch("rest.json").then((answer) => answer.json()).then(setRest);
  }, []);
  return <Article><Paragraphs of={paragraphs.slice(0, first)} /><Paragraphs of={rest} /></Article>;
}

function Late({ texts }) {
  return <Paragraphs of={use(texts)} />;
}

// The rest is sent when it is there, hidden, and moved into its place by a script.
export function Streamed({ first, texts }) {
  return (
    <Article>
      <Paragraphs of={paragraphs.slice(0, first)} />
      <Suspense fallback={<p>One moment.</p>}><Late texts={texts} /></Suspense>
    </Article>
  );
}
