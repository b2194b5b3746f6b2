// Times in the page's language and the browser's time zone.

const { lang } = document.documentElement;
const language = lang === "en" ? "en-GB" : lang;
const date = new Intl.DateTimeFormat(language, { dateStyle: "long" });
const moment = new Intl.DateTimeFormat(language, { dateStyle: "long", timeStyle: "short" });

/** @param {number} seconds since 1970. */
export const dayAndTime = (seconds) => moment.format(new Date(1000 * seconds));

/** @param {number} seconds since 1970. */
export const day = (seconds) => date.format(new Date(1000 * seconds));

/** A span of time in words, such as 1 hour 5 minutes. */
export function span(seconds) {
  const parts = { hour: Math.floor(seconds / 3600), minute: Math.floor(seconds / 60) % 60, second: seconds % 60 };
  const words = Object.entries(parts).filter(([, count]) => count > 0).map(([unit, count]) =>
    new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(count));
  return words.join(" ");
}

/** A countdown, such as 4:05. */
export const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
