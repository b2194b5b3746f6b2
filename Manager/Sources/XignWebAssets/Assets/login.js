// The pages of logins and confirmations: draws a new QR code with every step, and follows the process until it ends.
// Its input is in the data attributes of <main>, its texts in the page's templates.

const page = document.querySelector("main");
const { session } = page.dataset;
const heading = page.querySelector("h1");
const status = page.querySelector(".state");
const timer = page.querySelector("[role=timer]");
const announcement = page.querySelector("[data-last-minute]");
const texts = new Map(Array.from(page.querySelectorAll("template"), (item) => [item.dataset.text, item]));

// Times are measured by the monotonic clock, from the arrival of the page's first byte: the user's clock may be wrong.
const start = performance.getEntriesByType("navigation")[0]?.responseStart || performance.now();
const elapsed = () => performance.now() - start;
let expiry = Number(page.dataset.secondsLeft) * 1000;
const startByWallClock = Date.now() - elapsed();

const isFinal = (state) => !["waiting", "scanned", "scanned-pairing", "confirming", "confirmed"].includes(state);
const ended = () => "ended" in page.dataset;
let reloading = false;

function reload() {
  if (reloading) return;
  reloading = true;
  location.replace(`/login/${session}`);
}

// MARK: Codes

const base64url = {
  decode: (text) =>
    Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0)),
  encode: (bytes) =>
    btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", ""),
};

/** The codes of a process, one for each step (protocol, section 2). */
class Codes {
  #ascii = new TextEncoder();
  #picture = page.querySelector(".code svg");
  #origin = page.dataset.appLinkOrigin;
  #manager = this.#ascii.encode(page.dataset.managerOrigin);
  #id = base64url.decode(session);
  #stepLength = Number(page.dataset.stepSeconds) * 1000;
  #firstStep = Number(page.dataset.step);
  #offset = Number(page.dataset.stepOffset);
  #key = crypto.subtle.importKey(
    "raw", base64url.decode(page.dataset.qrKey), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  #drawn;

  /** Draws the code of the current step, unless it is drawn already. */
  async update() {
    const step = this.#firstStep + Math.floor((this.#offset + elapsed()) / this.#stepLength);
    if (step === this.#drawn) return;
    this.#drawn = step;
    const link = await this.#link(step);
    if (step === this.#drawn) this.#draw(link);
  }

  async #link(step) {
    const label = this.#ascii.encode("xign/1 qr");
    const message = new Uint8Array(label.length + 8);
    message.set(label);
    new DataView(message.buffer).setBigUint64(label.length, BigInt(step));
    const code = new Uint8Array(await crypto.subtle.sign("HMAC", await this.#key, message));
    const version = 1;
    const pid = [version, Number(page.dataset.pidKind), ...this.#id, ...code.subarray(0, 16), ...this.#manager];
    return `${this.#origin}/a#${base64url.encode(pid)}`;
  }

  #draw(text) {
    const code = qrcode(0, "M");
    code.addData(text, "Byte");
    code.make();
    const quietZone = 4;
    const count = code.getModuleCount();
    let path = "";
    for (let y = 0; y < count; y++) {
      for (let x = 0; x < count; x++) {
        if (!code.isDark(y, x)) continue;
        const first = x;
        while (x + 1 < count && code.isDark(y, x + 1)) x++;
        const length = x + 1 - first;
        path += `M${first + quietZone} ${y + quietZone}h${length}v1h-${length}z`;
      }
    }
    this.#picture.setAttribute("viewBox", `0 0 ${count + 2 * quietZone} ${count + 2 * quietZone}`);
    this.#picture.querySelector("path").setAttribute("d", path);
  }
}

// MARK: States

/**
 * Shows a state of the process.
 * @param digits those that the person types on the device, in the state scanned-pairing
 */
function show(state, digits = "") {
  const present = page.dataset.state;
  if (state === present || present === "done") return;
  // After the page's countdown has ended, only a final state from the server counts.
  if (ended() && !isFinal(state)) return;
  // The key of the codes is only in a page that was made while the login waited.
  if (state === "waiting") return reload();
  if (!texts.has(state)) return;
  page.dataset.state = state;
  page.toggleAttribute("data-ended", isFinal(state));
  const text = texts.get(state);
  document.title = text.dataset.title;
  const content = text.content.cloneNode(true);
  for (const part of [page, content]) {
    // A space lets screen readers say two digits and not a number.
    for (const slot of part.querySelectorAll("[data-digits]")) slot.textContent = [...digits].join(" ");
  }
  status.replaceChildren(content);
  if (text.dataset.heading) heading.textContent = text.dataset.heading;
  // The page is another one now: a screen reader begins again at its heading.
  if (isFinal(state)) heading.focus();
  // Time for the app to send its user back.
  if (state === "confirmed") {
    expiry = elapsed() + Number(page.dataset.returnSeconds) * 1000;
    showTimeLeft();
  }
  if (state === "done") proceed();
}

/** Takes the browser to the website, with the result of the login. */
function proceed() {
  remembered.finally(() => page.querySelector("form[data-when=done]").submit());
}

// MARK: The tick by which the browser remembers the login

// Settles when the server knows the last choice.
let remembered = Promise.resolve();

page.querySelector("form.remember")?.addEventListener("change", ({ target, currentTarget: form }) => {
  const isChosen = target.checked;
  const request = {
    method: "POST", body: new URLSearchParams(new FormData(form)), redirect: "manual",
    // The person may leave for the app at once.
    keepalive: true, signal: AbortSignal.timeout(5000),
  };
  remembered = remembered
    .then(() => fetch(form.action, request))
    .then(({ type, ok }) => { if (type !== "opaqueredirect" && !ok) throw new Error(); })
    // What the server does not know is not shown as chosen.
    .catch(() => { if (target.checked === isChosen) target.checked = !isChosen; });
});

// MARK: Outages

const outage = page.querySelector("[data-outage]");

/** Says that nobody answers, or takes it back. The login goes on where it was, as long as its time is not over. */
function showOutage(isOut) {
  const text = isOut ? outage.dataset.outage : "";
  if (outage.textContent !== text) outage.textContent = text;
}

let delay = 1000;
// The losses of the stream since it was open. A proxy that starts anew, or a manager, makes one.
let losses = 0;

/** Follows the event stream until the login ends. The browser reconnects lost ones; refused ones are retried here. */
function listen() {
  const events = new EventSource(`/login/${session}/events`);
  events.addEventListener("open", () => {
    delay = 1000;
    losses = 0;
    showOutage(false);
  });
  // The manager answers, and its database does not.
  events.addEventListener("outage", ({ data }) => showOutage(data === "true"));
  events.addEventListener("state", ({ data }) => {
    const { state, reason, pairing } = JSON.parse(data);
    if (pairing) show(`${state}-pairing`, pairing);
    else show(reason ? `${state}-${reason}` : state);
    if (isFinal(state)) events.close();
  });
  events.addEventListener("error", () => {
    if (elapsed() > expiry) events.close();
    else if (events.readyState === EventSource.CLOSED) {
      // A random delay spreads the pages' retries when the server comes back.
      setTimeout(() => catchUp().catch(() => showOutage(true)).then(listen), delay * (0.5 + Math.random()));
      delay = Math.min(delay * 2, 16000);
    } else if (++losses > 1) showOutage(true);
  });
}

/** Fetches the page after the stream was refused, and reloads if the login has another state now. */
async function catchUp() {
  const answer = await fetch(`/login/${session}`, { signal: AbortSignal.timeout?.(10_000) });
  // Rate limit, or no manager: this page stays.
  if (answer.status === 429) return;
  showOutage(answer.status >= 500);
  if (answer.status >= 500) return;
  const state = /<main[^>]* data-state="([^"]*)"/.exec(await answer.text())?.[1];
  if (state !== page.dataset.state) reload();
}

// MARK: Time

// Set while more than a minute is left: a screen reader says once that the last one begins.
let isLastMinuteNear = false;

function showTimeLeft() {
  const seconds = Math.max(0, Math.ceil((expiry - elapsed()) / 1000));
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  if (timer.textContent !== text) timer.textContent = text;
  if (seconds > 60) isLastMinuteNear = true;
  else if (isLastMinuteNear) {
    announcement.textContent = announcement.dataset.lastMinute;
    isLastMinuteNear = false;
  }
  if (seconds === 0) show("expired");
}

/** True after the computer slept: some systems stop the monotonic clock, and then only the server knows the step. */
function slept() {
  return Math.abs(Date.now() - startByWallClock - elapsed()) > 2000;
}

function tick() {
  if (ended()) return;
  if (slept()) return reload();
  if (page.dataset.state === "waiting" && !document.hidden) codes?.update().catch(() => { if (codes) showPicture(); });
  showTimeLeft();
}

/** Shows the server's picture, which changes by itself, where this script cannot draw. */
function showPicture() {
  codes = undefined;
  const picture = document.createElement("img");
  picture.src = `/login/${session}/code.png`;
  picture.alt = page.querySelector(".code svg").getAttribute("aria-label");
  page.querySelector(".code").replaceChildren(picture);
}

let codes;
if (page.dataset.state === "done") proceed();
else if (!ended()) {
  if (page.dataset.qrKey) {
    try { codes = new Codes(); } catch { showPicture(); }
  }
  listen();
  setInterval(tick, 250);
  tick();
  document.addEventListener("visibilitychange", tick);
}

// A page from the back/forward cache is out of date.
addEventListener("pageshow", (event) => { if (event.persisted) reload(); });
