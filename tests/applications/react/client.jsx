import { createRoot } from "react-dom/client";
import { Whole } from "./app.jsx";

createRoot(document.getElementById("root")).render(<Whole />);
