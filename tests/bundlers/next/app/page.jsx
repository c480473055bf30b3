import { Figure } from "./figure.jsx";

export default function Page() {
  return <Figure />;
}
