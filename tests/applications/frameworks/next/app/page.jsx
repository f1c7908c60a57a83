import { Article, InBrowser } from "./article";

export default function Page() {
  return process.env.FORM === "next-client" ? <InBrowser /> : <Article />;
}
