// The way from an invitation to keys in this browser.

import { encode } from "../protocol/bytes.js";
import { InputFlaw, Refused } from "../protocol/errors.js";
import { isCommon, lengths } from "../protocol/pin.js";
import { canonicalDisplayText, characters } from "../protocol/text.js";
import { readPIN } from "../protocol/typed.js";
import { attempt, leave } from "./failures.js";
import { showKeeping } from "./keeping.js";
import { dayAndTime, span } from "./moments.js";
import { clone, Flaws, show } from "./view.js";

/** Says what deletes the keys before there are any, and tries to store some before a PIN is typed. */
export async function activate(client, pid) {
  const found = (await client.activations()).find(({ url }) => url === pid.origin);
  // An interrupted activation may have succeeded: the manager knows.
  const finished = found?.isPending ? await client.resolve(found.idm) : undefined;
  if (finished && finished.activationId === encode(pid.id)) return showActivated(finished);
  // The manager would refuse it, but only after a PIN.
  if (finished || (found && !found.isPending)) throw new Refused("alreadyPersonalized");
  await client.rehearse();
  show("activate", { proceed: () => { askActivationPIN(client, pid); }, leave });
}

function askActivationPIN(client, pid) {
  show("activation-pin", {
    leave,
    submit: async ({ pin: typed }) => {
      const pin = presentPIN(typed);
      const { personalize, lockout, alreadyUsedAt } = await attempt(() => client.open(pid, pin));
      if (personalize) choose(client, personalize, pin);
      else if (!lockout) show("activation-used", { date: dayAndTime(alreadyUsedAt), leave });
      else if (lockout.isPermanent) show("activation-locked", { leave });
      else throw new Flaws(["pin", "flaw-wrong-activation-pin", { wait: span(lockout.retryAfterSeconds) }]);
    },
  });
}

/**
 * Returns the digits of a PIN that exists already.
 * @throws {Flaws} for a text that cannot be one. No attempt is counted.
 */
export function presentPIN(typed) {
  const pin = readPIN(typed);
  if (pin === undefined) throw new Flaws(["pin", "flaw-not-a-pin"]);
  return pin;
}

/**
 * Returns the digits of a new PIN, which was typed twice.
 * @throws {Flaws} for one that will not do.
 */
export function newPIN(typed, again, policy) {
  const { minimum, maximum } = lengths(policy);
  const pin = readPIN(typed);
  if (pin === undefined || pin.length < minimum || pin.length > maximum) {
    throw new Flaws(["new-pin", "flaw-length", { minimum, maximum }]);
  }
  if (isCommon(pin)) throw new Flaws(["new-pin", "flaw-common"]);
  if (pin !== readPIN(again)) throw new Flaws(["again", "flaw-differ"]);
  return pin;
}

/**
 * Returns the name of this device in its canonical form.
 * @throws {Flaws} for one that will not do.
 */
function deviceName(typed) {
  try {
    const name = canonicalDisplayText(typed);
    if (characters(name) <= 64) return name;
  } catch (error) {
    if (!(error instanceof InputFlaw)) throw error;
    throw new Flaws(["name", "flaw-name", { at: error.at }]);
  }
  throw new Flaws(["name", "flaw-name"]);
}

function choose(client, opened, activationPIN) {
  const { userName, alias, organization, service, wrongPins, pinPolicy, newPinRequired } = opened;
  show("activation-choose", {
    account: userName, organization: organization?.name, service: service?.name, wrongPINs: wrongPins,
    choosesPIN: newPinRequired, keepsPIN: !newPinRequired, ...lengths(pinPolicy), name: alias ?? proposedName(), leave,
    submit: async ({ "new-pin": typed, again, name }) => {
      const pin = newPinRequired ? newPIN(typed, again, pinPolicy) : activationPIN;
      if (newPinRequired && pin === activationPIN) throw new Flaws(["new-pin", "flaw-activation-pin"]);
      const device = deviceName(name);
      const finish = () => client.personalizeFinish(opened, pin, device);
      showActivated(await attempt(finish, "flaw-no-answer", "flaw-other-pin-sent"));
    },
  });
}

function showActivated({ userName, alias }) {
  show("activated", { account: userName, device: alias, leave });
  showKeeping();
}

/** A name by which the person knows this device among others. They can change it. */
function proposedName() {
  const systems = [/iPhone/, /iPad/, /Android/, /Windows/, /Mac/, /Linux/];
  const system = systems.map((name) => name.exec(navigator.userAgent)?.[0]).find(Boolean) ?? navigator.platform;
  return clone("proposed-name", { system }).textContent;
}
