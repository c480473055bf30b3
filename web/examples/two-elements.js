const slider = document.querySelector("input");
const number = document.querySelector("output");

slider.addEventListener("input", () => {
  number.value = slider.value;
  for (const element of document.querySelectorAll("attention-stepper")) element.dK = slider.valueAsNumber;
});
