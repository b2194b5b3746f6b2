// Shows each time in the browser's time zone. Without scripts the page shows UTC.

const forms = {
  "date": { dateStyle: "long" },
  "time": { timeStyle: "short" },
  "date-time": { dateStyle: "medium", timeStyle: "short" },
};

for (const element of document.querySelectorAll("time[data-format]")) {
  const date = new Date(element.dateTime);
  const form = forms[element.dataset.format];
  if (!form || Number.isNaN(date.getTime())) continue;
  element.textContent = new Intl.DateTimeFormat(document.documentElement.lang, form).format(date);
}
