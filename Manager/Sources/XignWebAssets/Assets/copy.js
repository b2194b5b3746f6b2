// Shows the button beside each value that is shown once, and copies the value.

for (const box of document.querySelectorAll(".secret")) {
  const button = box.querySelector("button");
  if (!button || !navigator.clipboard) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(box.querySelector("code").textContent);
    button.textContent = button.dataset.copied;
  });
}
