import { hydrateRoot } from "react-dom/client";
import { Partly, Whole } from "./app.jsx";

const root = document.getElementById("root");
const first = Number(root.dataset.first);
hydrateRoot(root, first ? <Partly first={first} /> : <Whole />);
