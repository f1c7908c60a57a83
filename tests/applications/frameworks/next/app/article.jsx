"use client";
import { useEffect, useState } from "react";
import { paragraphs, title } from "../../../article.mjs";

export function Article() {
  return (
    <main><article><h1>{title}</h1>{paragraphs.map((text) => <p key={text}>{text}</p>)}</article></main>
  );
}

export function InBrowser() {
  const [runs, setRuns] = useState(false);
  useEffect(() => setRuns(true), []);
  return runs ? <Article /> : null;
}
