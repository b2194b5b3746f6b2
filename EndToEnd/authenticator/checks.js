// Checks that a page counts: the tests read `window.report` when `done` is true.

const report = { done: false, counts: {}, failures: [] };
globalThis.report = report;

let group = "";
export const begin = (name) => { group = name; };

export function check(what, condition) {
  report.counts[group] = (report.counts[group] ?? 0) + 1;
  if (!condition) report.failures.push(`${group}: ${what}`);
}

/** Checks that work fails, with an error of a class, and with a code if one is given. */
export async function rejects(what, kind, work, code) {
  try {
    await work();
    check(`${what}: nothing was thrown`, false);
  } catch (error) {
    check(`${what}: ${error}`, error instanceof kind && (code === undefined || error.code === code));
  }
}

/** Returns true if reading does not fail. */
export function accepts(read) {
  try { read(); return true; } catch { return false; }
}

/** Runs the functions by name; an error that none expects is a failure. */
export async function run(functions) {
  for (const [name, work] of Object.entries(functions)) {
    begin(name);
    try { await work(); } catch (error) { report.failures.push(`${name}: ${error.stack}`); }
  }
  report.done = true;
}
