// The authenticator. A link brings it a pid behind the #, which no server sees; without one it shows the activations of
// this browser.

import { Client } from "../protocol/client.js";
import { Failure } from "../protocol/errors.js";
import { readLink } from "../protocol/pid.js";
import { activate } from "./activating.js";
import { confirm } from "./confirming.js";
import { fail } from "./failures.js";
import { showOverview } from "./home.js";
import { reload, takeLink } from "./link.js";
import { isBusy, onFailure, page, run, show } from "./view.js";

async function begin(link, opened) {
  if ((await Client.missing()).length > 0) return show("unsuitable");
  const client = await Client.open();
  if (!link.includes("#")) return showOverview(client);
  const pid = readLink(link);
  const { managerOrigin } = page.dataset;
  // A cut can leave an origin that is one, too.
  if (pid.origin !== managerOrigin) {
    throw new Failure(managerOrigin.startsWith(pid.origin) ? "linkIncomplete" : "wrongManager");
  }
  // A page with a fresh code of somebody else's login could lead here: then no camera is needed to deceive a person.
  if (pid.channel === "crossDevice" && opened !== "byPerson") throw new Failure("openedByPage");
  return pid.process === "personalization" ? activate(client, pid) : confirm(client, pid);
}

function open(way) {
  const { link, opened } = takeLink(way);
  if (isBusy()) return;
  run(() => begin(link, opened).catch((error) => fail(error, () => begin(link, opened))));
}

onFailure(fail);
// The switch of languages would lose the link.
for (const choice of document.querySelectorAll("[data-language]")) {
  choice.addEventListener("click", (event) => {
    event.preventDefault();
    reload(choice.getAttribute("href"));
  });
}
// All modules are here.
page.querySelector(".late")?.remove();
open(page.dataset.opened);
// A second scan may use the same tab, and changes only the part behind the #. No other page can do that: the page's
// opener policy leaves none a handle to this window.
addEventListener("hashchange", () => open("byPerson"));
