// Shows the button beside each text to copy, and copies that text. Without scripts, or where the browser has no
// clipboard, the text can be selected.

for (const button of navigator.clipboard ? document.querySelectorAll("button[data-copied]") : []) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(button.parentElement.querySelector("code").textContent);
    button.textContent = button.dataset.copied;
  });
}
