// A client that answers what a test has written, in place of protocol/client.js: so that each step of the page can be
// looked at without a manager. `scene` is set by the test before the page's scripts run: for each method the answers to
// its calls, of which the last one stays; `{ refused }` is thrown. `given` has the arguments of the last call.
// `reloaded` is the scene of a page that is loaded anew.

const isReloaded = performance.getEntriesByType("navigation")[0].type === "reload";
const scene = (isReloaded && window.scene.reloaded) || window.scene;

function answer(name) {
  const answers = scene[name] ?? [{}];
  const next = answers.length > 1 ? answers.shift() : answers[0];
  if (next?.refused) throw Object.assign(new Error(next.refused.code), next.refused);
  return next;
}

export class Client {
  static missing = async () => scene.missing ?? [];
  static open = async () => {
    answer("storage");
    return new Client();
  };
}

for (const name of [
  "activations", "rehearse", "resolve", "open", "personalizeFinish", "start", "prepare", "finish", "abort",
  "startChangePin", "changePin", "revoke", "forget",
]) {
  Client.prototype[name] = async (...given) => {
    scene.given = given;
    return answer(name);
  };
}
