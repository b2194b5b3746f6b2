// Shows each time in the browser's time zone, in the form that the server gives to UTC. Without scripts the page shows
// UTC.

const language = document.documentElement.lang === "en" ? "en-GB" : document.documentElement.lang;
const day = new Intl.DateTimeFormat(language, { dateStyle: "long" });
const time = new Intl.DateTimeFormat(language, { timeStyle: "short" });
const units = [["day", 86400], ["hour", 3600], ["minute", 60]];
const forms = {
  "date": (moment) => day.format(moment),
  "time": (moment) => time.format(moment),
  "date-time": (moment) => `${day.format(moment)}, ${time.format(moment)}`,
  "from-now": fromNow,
};

// The distance to now, of a month at most. The whole moment is the title.
function fromNow(moment, element) {
  element.title = forms["date-time"](moment);
  const seconds = (moment - Date.now()) / 1000;
  if (Math.abs(seconds) > 30 * 86400) return day.format(moment);
  const [unit, length] = units.find(([, length]) => Math.abs(seconds) >= length) ?? units.at(-1);
  const words = new Intl.RelativeTimeFormat(language, { numeric: unit === "minute" ? "auto" : "always" });
  return words.format(Math.trunc(seconds / length), unit);
}

for (const element of document.querySelectorAll("time[data-format]")) {
  const form = forms[element.dataset.format];
  if (form) element.textContent = form(new Date(element.dateTime), element);
}

// Groups events by the days of the browser's time zone.
const groups = [...document.querySelectorAll("[data-day]")];
const events = groups.flatMap((group) => [...group.querySelectorAll("li")]);
let heading, list;
for (const event of events) {
  const name = day.format(new Date(event.querySelector("time").dateTime));
  if (heading?.textContent !== name) {
    const group = groups[0].cloneNode(true);
    [heading, list] = [group.querySelector("h2"), group.querySelector("ul")];
    heading.textContent = name;
    list.replaceChildren();
    groups[0].before(group);
  }
  list.append(event);
}
for (const group of groups) group.remove();
