// Logins and acts: who asks for what, the digits of the other device's page, the PIN, and the way back.

import { readDigits } from "../protocol/typed.js";
import { presentPIN } from "./activating.js";
import { additionName, chosen, fieldsFor, unavailable } from "./data.js";
import { attempt, fail, leave, showLockout } from "./failures.js";
import { clock, day, span } from "./moments.js";
import { complain, eachSecond, Flaws, run, show, update } from "./view.js";

/** A lockout of at most so many seconds passes while the person types the PIN once more. */
const shortLockout = 5;

export async function confirm(client, pid) {
  try {
    const process = await client.start(pid);
    if (process.purpose === "login") askLogin(client, process);
    else askAct(client, process);
  } catch (error) {
    fail(error, () => confirm(client, pid));
  }
}

/** The origin of a website as the login page and browsers show it; the name of an app, which has none. */
const shown = ({ origin, name }) => origin === "app" ? name : origin.replace(/^https:\/\//, "");

function declining(client, process) {
  const { purpose } = process;
  return {
    // The process ends without an answer, too: nobody has confirmed it.
    cancel: () => { client.abort(process, "cancelled").catch(() => {}); show(`cancelled-${purpose}`, { leave }); },
    notMe: async () => { await client.abort(process, "notMe"); show(`notMe-${purpose}`, { leave }); },
  };
}

// MARK: The request

function askLogin(client, process) {
  const { service, organization, roles, additions, channel, offlineUntil, record } = process;
  const { unverified, notKept } = unavailable(process);
  if (unverified || notKept) {
    client.abort(process, "cancelled").catch(() => {});
    return show("unavailable", {
      service: service.name, organization: organization.name, unverified, notKept, leave,
    });
  }
  const { required, optional, permissions, isTyped, isRemembered } = fieldsFor(process);
  const again = show("login", {
    service: service.name, origin: shown(service), organization: organization.name, account: record.userName,
    role: roles.length === 1 && roles[0].name,
    roles: roles.length > 1 && roles.map(({ name }, index) => ({ name, index })),
    isByCode: channel === "crossDevice", isByLink: channel === "sameDevice",
    required, optional, permissions, isTyped, isRemembered, hasAdditions: additions.length > 0,
    offlineUntil: offlineUntil !== undefined && day(offlineUntil),
    ...declining(client, process),
    submit: (values) => {
      const consent = { role: roles[values.role ?? 0], attributes: chosen(process, values) };
      return proceed(client, process, again, consent);
    },
  });
}

function askAct(client, process) {
  const { transaction, roles, service } = process;
  const again = show("act", {
    manager: service.name, parts: transaction.text, ...declining(client, process),
    submit: () => proceed(client, process, again, { role: roles[0] }),
  });
  document.querySelector(".sentence").lang = transaction.language;
}

// MARK: The digits

/** @param {Function} again shows the request once more. */
function proceed(client, process, again, consent) {
  if (!process.pairing) return prepare(client, process, again, consent);
  show("type-digits", {
    ...declining(client, process),
    submit: ({ digits }) => {
      const pairing = readDigits(digits);
      if (pairing?.length !== 2) throw new Flaws(["digits", "flaw-digits"]);
      return prepare(client, process, again, { ...consent, pairing });
    },
  });
}

async function prepare(client, process, again, consent) {
  const { errors, statement } = await attempt(() => client.prepare(process, consent));
  if (statement) return askPIN(client, process, statement);
  // The digits were right: the manager judges them first, and asks for them once.
  process.pairing = false;
  again();
  complain(Object.entries(errors).map(([name, error]) => {
    const number = process.additions.findIndex((addition) => addition.name === name);
    if (number >= 0) return [additionName(number), error === "invalid" ? "flaw-notAvailable" : `flaw-${error}`];
    return [name, error === "invalid" ? `flaw-form-${name}` : `flaw-${error}`];
  }));
}

// MARK: The PIN

/** @param {number} [start] the moment before which the manager judges no PIN, on this page's clock. */
function askPIN(client, process, statement, start = 0) {
  show("type-pin", {
    origin: process.purpose === "login" && shown(process.service), account: process.record.userName,
    ...declining(client, process),
    submit: async ({ pin: typed }) => {
      const pin = presentPIN(typed);
      await until(start);
      const { result, lockout, next } = await attempt(() => client.finish(statement, pin));
      if (result) return done(process, result);
      if (!next) return showLockout(lockout);
      afterWrongPIN(lockout, declining(client, process), (start) => askPIN(client, process, next, start));
    },
  });
}

/** Waits until a moment on this page's clock. */
export const until = (moment) => new Promise((resolve) => setTimeout(resolve, moment - performance.now()));

/** Asks for the PIN again: at once after a short lockout, or when a longer one is over. */
export function afterWrongPIN({ retryAfterSeconds }, ways, ask) {
  const end = performance.now() + 1000 * retryAfterSeconds;
  if (retryAfterSeconds <= shortLockout) {
    ask(end);
    return complain([["pin", "flaw-wrong-pin"]]);
  }
  show("locked", { span: span(retryAfterSeconds), left: clock(retryAfterSeconds), ...ways });
  eachSecond(() => {
    const seconds = Math.max(0, Math.ceil((end - performance.now()) / 1000));
    update("left", clock(seconds));
    if (seconds === 0) run(() => ask(end));
  });
}

// MARK: The end

function done({ purpose, service }, { failedAttempts: failed, returnURL }) {
  if (!returnURL) return show(`done-${purpose}`, { service: service.name, failed, leave });
  show("returning", { returnURL, failed });
  // A warning is to be read first.
  if (failed === 0) location.replace(returnURL);
}
