const figure = document.querySelector("#scaling");
const slider = figure.querySelector("input");

slider.addEventListener("input", () => {
  figure.querySelector("output").value = slider.value;
  for (const element of figure.querySelectorAll("attention-stepper")) element.dK = slider.valueAsNumber;
});
