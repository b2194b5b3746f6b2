// The activations of this browser: change of the PIN, and removal.

import { lengths } from "../protocol/pin.js";
import { newPIN, presentPIN } from "./activating.js";
import { afterWrongPIN, until } from "./confirming.js";
import { attempt, fail, isOfBrowser, leave, showLockout } from "./failures.js";
import { showKeeping } from "./keeping.js";
import { Flaws, show } from "./view.js";

export async function showOverview(client) {
  const unstored = new Set();
  // An interrupted activation may have succeeded: the manager knows.
  for (const { idm, isPending } of await client.activations()) {
    if (isPending) {
      await client.resolve(idm).catch((error) => {
        if (error.code === "browserSilent") throw error;
        if (error.code === "unfinished") unstored.add(idm);
      });
    }
  }
  const activations = await client.activations();
  show("overview", {
    isEmpty: activations.length === 0, isConnected: activations.length > 0,
    activations: activations.map((activation) => {
      const { idm, userName, alias, isPending, isPinChangePending } = activation;
      return {
        account: userName, manager: idm, device: alias, isUnclear: isPinChangePending,
        isUnfinished: isPending && !unstored.has(idm), isUnstored: unstored.has(idm),
        change: !isPending && (() => changePIN(client, activation)), remove: () => askRemoval(client, activation),
      };
    }),
  });
  if (activations.length > 0) showKeeping();
}

// MARK: Removal

function askRemoval(client, { idm, userName = idm }) {
  const values = {
    account: userName, manager: idm, leave,
    remove: async () => {
      try {
        await client.revoke(idm);
        show("removed", { leave });
      } catch (error) {
        if (isOfBrowser(error)) fail(error, values.remove);
        else show("remove-unheard", values);
      }
    },
    forget: async () => {
      await client.forget(idm);
      show("removed-here", { leave });
    },
  };
  show("remove", values);
}

// MARK: Change of the PIN

async function changePIN(client, { idm, userName }) {
  askPINs(client, await client.startChangePin(idm), userName, 0);
}

/** @param {number} start the moment before which the manager judges no PIN, on this page's clock. */
function askPINs(client, process, account, start) {
  const cancel = () => {
    client.abort(process, "cancelled").catch(() => {});
    return showOverview(client);
  };
  show("change-pin", {
    account, manager: process.idm, ...lengths(process.pinPolicy), cancel,
    submit: async (typed) => {
      const pin = presentPIN(typed.pin);
      const next = newPIN(typed["new-pin"], typed.again, process.pinPolicy);
      if (next === pin) throw new Flaws(["new-pin", "flaw-present-pin"]);
      await until(start);
      const change = () => client.changePin(process, pin, next);
      const answer = await attempt(change, "flaw-change-unclear", "flaw-other-new-pin-sent");
      const { result, lockout, next: following } = answer;
      if (result) return show("pin-changed", { leave });
      if (!following) return showLockout(lockout);
      afterWrongPIN(lockout, { cancel }, (end) => askPINs(client, following, account, end));
    },
  });
}
