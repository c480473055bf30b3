import "attention-stepper";

/** The element, with these attributes. */
export function stepper(attributes) {
  const element = document.createElement("attention-stepper");
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}
