addEventListener("message", ({ source, data }) => {
  const frame = [...document.querySelectorAll("iframe")].find(({ contentWindow }) => contentWindow === source);
  if (frame && data?.type === "attention-resize") frame.height = data.height;
});
