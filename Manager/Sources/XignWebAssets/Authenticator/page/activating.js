// The way from an invitation to keys in this browser.

import { Refused } from "../protocol/errors.js";
import { isCommon, isPin, lengths } from "../protocol/pin.js";
import { Storage } from "../protocol/storage.js";
import { canonicalDisplayText } from "../protocol/text.js";
import { attempt, leave } from "./failures.js";
import { dayAndTime, span } from "./moments.js";
import { clone, Flaws, show } from "./view.js";

/** Says what deletes the keys before there are any. */
export async function activate(client, pid) {
  const activations = await client.activations();
  // The manager would refuse it, but only after a PIN.
  const isActivated = activations.some(({ url, isPending }) => url === pid.origin && !isPending);
  if (isActivated) throw new Refused("alreadyPersonalized");
  show("activate", { proceed: () => { askActivationPIN(client, pid); }, leave });
}

function askActivationPIN(client, pid) {
  show("activation-pin", {
    leave,
    submit: async ({ pin }) => {
      if (!isPin(pin)) throw new Flaws(["pin", "flaw-not-a-pin"]);
      const { personalize, lockout, alreadyUsedAt } = await attempt(() => client.open(pid, pin));
      if (personalize) choose(client, personalize, pin);
      else if (!lockout) show("activation-used", { date: dayAndTime(alreadyUsedAt), leave });
      else if (lockout.isPermanent) show("activation-locked", { leave });
      else throw new Flaws(["pin", "flaw-wrong-activation-pin", { wait: span(lockout.retryAfterSeconds) }]);
    },
  });
}

/** Throws `Flaws` for a new PIN that will not do. */
export function checkNewPIN(pin, again, policy) {
  const { minimum, maximum } = lengths(policy);
  if (!isPin(pin) || pin.length < minimum || pin.length > maximum) {
    throw new Flaws(["new-pin", "flaw-length", { minimum, maximum }]);
  }
  if (isCommon(pin)) throw new Flaws(["new-pin", "flaw-common"]);
  if (pin !== again) throw new Flaws(["again", "flaw-differ"]);
}

function choose(client, opened, activationPIN) {
  const { userName, alias, organization, service, wrongPins, pinPolicy, newPinRequired } = opened;
  show("activation-choose", {
    account: userName, organization: organization?.name, service: service?.name, wrongPINs: wrongPins,
    choosesPIN: newPinRequired, keepsPIN: !newPinRequired, ...lengths(pinPolicy), name: alias ?? proposedName(), leave,
    submit: async ({ "new-pin": pin = activationPIN, again, name }) => {
      if (newPinRequired) {
        checkNewPIN(pin, again, pinPolicy);
        if (pin === activationPIN) throw new Flaws(["new-pin", "flaw-activation-pin"]);
      }
      const device = canonicalDisplayText(name);
      if (!device || [...device].length > 64) throw new Flaws(["name", "flaw-name"]);
      const finish = () => client.personalizeFinish(opened, pin, device);
      const activation = await attempt(finish, "flaw-no-answer", "flaw-other-pin-sent");
      const isKept = await Storage.isKept();
      show("activated", { account: activation.userName, device: activation.alias, isKept, isNotKept: !isKept, leave });
    },
  });
}

/** A name by which the person knows this device among others. They can change it. */
function proposedName() {
  const systems = [/iPhone/, /iPad/, /Android/, /Windows/, /Mac/, /Linux/];
  const system = systems.map((name) => name.exec(navigator.userAgent)?.[0]).find(Boolean) ?? navigator.platform;
  return clone("proposed-name", { system }).textContent;
}
