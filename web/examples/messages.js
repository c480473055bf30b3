const figure = document.querySelector("#sharing");
const frame = figure.querySelector("iframe");
const status = figure.querySelector("[role=status]");
const link = "heads=8&kv_heads=8&d_k=2&head=all";
frame.src = `${frame.dataset.src}?parent=${encodeURIComponent(location.origin)}#${link}`;
status.textContent = "Key/value heads: 8";

for (const button of figure.querySelectorAll("button"))
  button.addEventListener("click", () => {
    const fields = { kv_heads: Number(button.value) };
    frame.contentWindow.postMessage({ type: "attention-set", id: button.value, fields }, new URL(frame.src).origin);
  });

addEventListener("message", ({ source, data }) => {
  if (source !== frame.contentWindow) return;
  if (data.type === "attention-resize") frame.height = data.height;
  if (data.type === "attention-state") status.textContent = `Key/value heads: ${data.state.kv_heads}`;
  if (data.type === "attention-error") status.textContent = data.message;
});
