import { title } from "../../../article.mjs";

export const metadata = { title };

export default function Layout({ children }) {
  return <html lang="en"><body>{children}</body></html>;
}
