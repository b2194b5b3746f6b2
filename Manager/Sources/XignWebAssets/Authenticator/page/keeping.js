// The browser's promise to keep the storage of this page. Some browsers ask the person for it, who may never answer:
// nothing waits for that.

import { Storage } from "../protocol/storage.js";
import { clone } from "./view.js";

/** Says in the present step whether the browser keeps the keys, and offers to ask it where it does not promise that. */
export async function showKeeping() {
  const place = document.querySelector(".keeping");
  const say = (part) => place.replaceChildren(part);
  const ask = () => {
    say(clone("keeping-asked"));
    // The button that had the focus is gone.
    place.focus();
    Storage.keep().then((isKept) => say(isKept ? clone("kept") : clone("not-kept")));
  };
  say(await Storage.isKept() ? clone("kept") : clone("keeping-offer", { ask }));
}
