// Steps that end a flow: refusals, lockouts, and errors that nobody expected.

import { reload } from "./link.js";
import { dayAndTime } from "./moments.js";
import { Flaws, show } from "./view.js";

/** Back to the activations. The pid is gone from the address, so the page begins without it. */
export const leave = () => location.reload();

const replacements = { invalidOrigin: "notInitializationData" };

/** The failures of this browser's storage, which are none of the manager's. */
const ofBrowser = ["notStored", "unfinished", "storageUnavailable", "storageNewer", "otherTab", "browserSilent"];
export const isOfBrowser = ({ code }) => ofBrowser.includes(code);

/** @param {Function} [retry] repeats what has failed, where the same may work later. */
export function fail(error, retry) {
  if (error.lockout) return showLockout(error.lockout);
  const code = replacements[error.code] ?? error.code;
  const isKnown = document.getElementById(`refusal-${code}`);
  const isPassing = [
    "noAnswer", "tooManyRequests", "internalError", "otherTab", "keyMaterialExpired", "encryptionKeyUnknown",
    "notStored", "unfinished", "storageUnavailable",
  ].includes(code);
  // What does not answer may do so in a page that is loaded anew.
  const again = code === "browserSilent" ? reload : isPassing && retry;
  show(isKnown ? `refusal-${code}` : "refusal-unexpected", { retry: again, request: error.requestID, leave });
}

/** A lockout that outlasts what was to be confirmed. */
export function showLockout({ isPermanent, lockedUntil }) {
  if (isPermanent) show("locked-for-good", { leave });
  else show("locked-until", { date: dayAndTime(lockedUntil), leave });
}

/**
 * Does something that a form asked for. An answer that is lost, or that was not stored, leaves the form as it is:
 * sending it once more repeats the request.
 * @param {string} lost the template of the sentence about a lost answer.
 * @param {string} [other] the template for another PIN than that of the first attempt.
 */
export async function attempt(act, lost = "flaw-no-answer", other) {
  try {
    return await act();
  } catch (error) {
    if (error.code === "noAnswer") throw new Flaws(["form", lost]);
    if (["notStored", "unfinished"].includes(error.code)) throw new Flaws(["form", `flaw-${error.code}`]);
    if (error.code === "otherPinSent") throw new Flaws(["new-pin", other]);
    if (error.code === "unusablePin") throw new Flaws(["new-pin", "flaw-unusable-pin"]);
    if (error.code === "wrongPin") throw new Flaws(["pin", "flaw-wrong-pin"]);
    throw error;
  }
}
