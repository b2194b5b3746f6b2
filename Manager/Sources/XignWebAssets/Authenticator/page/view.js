// The steps of the page. The server has written each as a template, in the person's language. Text that comes from
// elsewhere becomes text, never markup.

const page = document.querySelector("main");
const place = page.querySelector(".step");

/** Fills a clone of a template by the names in its data attributes. Functions are called when their element is pressed. */
function fill(part, values) {
  for (const element of part.querySelectorAll("[data-if]")) if (!values[element.dataset.if]) element.remove();
  for (const slot of part.querySelectorAll("[data-slot]")) slot.textContent = values[slot.dataset.slot];
  for (const element of part.querySelectorAll("[data-act]")) {
    element.addEventListener("click", () => values[element.dataset.act]());
  }
  for (const item of part.querySelectorAll("template[data-each]")) {
    item.replaceWith(...values[item.dataset.each].map((each) => fill(item.content.cloneNode(true), each)));
  }
  return part;
}

/** Shows a step, and moves the focus to its heading: a screen reader begins there. */
export function show(id, values = {}) {
  place.replaceChildren(fill(document.getElementById(id).content.cloneNode(true), values));
  page.dataset.step = id;
  const heading = place.querySelector("h1");
  document.title = heading.textContent;
  heading.focus();
}
