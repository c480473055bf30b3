import { createRoot } from "react-dom/client";
import Article from "./article.mdx";

createRoot(document.querySelector("#article")).render(<Article />);
