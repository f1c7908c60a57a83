import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { renderToPipeableStream, renderToStaticMarkup, renderToString } from "react-dom/server";
import { paragraphs, sent } from "../article.mjs";
import { Partly, Streamed, Whole } from "./app.jsx";

export const whole = () => renderToString(<Whole />);
export const fixed = () => renderToStaticMarkup(<Whole />);
export const partly = (first) => renderToString(<Partly first={first} />);
export function streamed() {
  const { promise, resolve } = Promise.withResolvers?.() ?? deferred();
  const late = paragraphs.slice(sent.some);
  const stream = renderToPipeableStream(<Streamed first={sent.some} texts={promise} />, {
    onShellReady() {
      stream.pipe(through);
      setImmediate(() => resolve(late));
    },
  });
  const through = new PassThrough();
  return text(through);
}

function deferred() {
  let resolve;
  const promise = new Promise((done) => { resolve = done; });
  return { promise, resolve };
}
