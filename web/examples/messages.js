const frame = document.querySelector("#walk");
const status = document.querySelector("[role=status]");
const link = "heads=8&kv_heads=8&d_k=2&head=all";
frame.src = `../embed.html?parent=${encodeURIComponent(location.origin)}#${link}`;

for (const button of document.querySelectorAll("button"))
  button.addEventListener("click", () => {
    const fields = { kv_heads: Number(button.value) };
    frame.contentWindow.postMessage({ type: "attention-set", id: button.value, fields }, location.origin);
  });

addEventListener("message", ({ source, data }) => {
  if (source !== frame.contentWindow) return;
  if (data.type === "attention-resize") frame.height = Math.ceil(data.height);
  if (data.type === "attention-state") status.textContent = `Key/value heads: ${data.state.kv_heads}`;
  if (data.type === "attention-error") status.textContent = data.message;
});
