// The steps of the page. The server has written each as a template, in the person's language. Text that comes from
// elsewhere becomes text, never markup.

export const page = document.querySelector("main");
const place = page.querySelector(".step");
const progress = page.querySelector(".progress");

/**
 * Flaws of a form: for each field its name, the template of the sentence about it, and values for the sentence. `at` is
 * the character that the sentence is about, as `characterAt` describes it.
 */
export class Flaws extends Error {
  constructor(...flaws) {
    super("flaws");
    this.flaws = flaws;
  }
}

// MARK: Templates

/** Clones a template, and fills in values by the names in its data attributes. */
export function clone(id, values = {}) {
  return fill(document.getElementById(id).content.cloneNode(true), values);
}

function fill(part, values) {
  const each = (name, act) =>
    part.querySelectorAll(`[data-${name}]`).forEach((item) => act(item, values[item.dataset[name]]));
  each("if", (element, value) => { if (!value) element.remove(); });
  each("slot", (slot, text) => { slot.textContent = text; });
  each("value", (field, value) => { field.value = value; });
  each("href", (link, address) => { link.href = address; });
  each("act", (button, act) => button.addEventListener("click", () => run(act)));
  each("reveals", reveal);
  for (const form of part.querySelectorAll("form")) {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      run(() => values.submit(Object.fromEntries(new FormData(form))));
    });
  }
  // These come last: their content is filled already.
  each("nodes", (parent, nodes) => parent.append(...nodes));
  each("each", (item, list) => item.replaceWith(...list.map((one) => fill(item.content.cloneNode(true), one))));
  return part;
}

/** A button that shows what is typed in the field beside it. */
function reveal(button) {
  button.addEventListener("click", () => {
    const field = document.getElementById(button.dataset.reveals);
    const isShown = field.type === "text";
    field.type = isShown ? "password" : "text";
    button.setAttribute("aria-pressed", String(!isShown));
  });
}

// MARK: Steps

let timer;

/**
 * Shows a step, and moves the focus to its heading: a screen reader begins there.
 * @returns a function that shows it again, as it was left.
 */
export function show(id, values = {}) {
  const nodes = [...clone(id, values).childNodes];
  const put = () => {
    clearInterval(timer);
    place.replaceChildren(...nodes);
    page.dataset.step = id;
    const heading = place.querySelector("h1");
    document.title = heading.textContent;
    heading.focus();
    // The focus alone may leave the heading at the edge of the window.
    scrollTo(0, 0);
  };
  put();
  return put;
}

/** Calls a function each second until the next step is shown. */
export function eachSecond(act) { timer = setInterval(act, 1000); }

/** Replaces the text of a slot in the present step. */
export function update(slot, text) { place.querySelector(`[data-slot=${slot}]`).textContent = text; }

// MARK: Work

let isRunning = false;

export const isBusy = () => isRunning;

let fail;

/** Names the function that shows an error which is no flaw of a form. */
export function onFailure(act) { fail = act; }

/** Does what a button asks for. A second press meanwhile has no effect. */
export async function run(act) {
  if (isRunning) return;
  isRunning = true;
  page.setAttribute("aria-busy", "true");
  progress.replaceChildren(clone("one-moment"));
  complain([]);
  try {
    await act();
  } catch (error) {
    if (error instanceof Flaws) complain(error.flaws);
    else fail(error);
  }
  progress.replaceChildren();
  page.removeAttribute("aria-busy");
  isRunning = false;
}

/** Says beside each field what it needs, and moves the focus to the first. */
export function complain(flaws) {
  for (const error of place.querySelectorAll(".error")) error.replaceChildren();
  for (const input of place.querySelectorAll("[aria-invalid]")) input.removeAttribute("aria-invalid");
  let first;
  for (const [name, id, values] of flaws) {
    const field = place.querySelector(`[data-field="${name}"]`) ?? place.querySelector("[data-field=form]");
    const found = values?.at ? [" ", clone(`found-${values.at.place}`, values.at)] : [];
    field.querySelector(".error").replaceChildren(clone(id, values), ...found);
    // A field that is folded away could not get the focus.
    const folded = field.closest("details");
    if (folded) folded.open = true;
    const input = field.querySelector("input, select");
    input?.setAttribute("aria-invalid", "true");
    first ??= input;
  }
  first?.focus();
}
