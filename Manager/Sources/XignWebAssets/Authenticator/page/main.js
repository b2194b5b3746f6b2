// The authenticator. A link brings it a pid behind the #, which no server sees; without one it shows the activations of
// this browser.

import { show } from "./view.js";

const leave = () => location.reload();

// Neither the history nor a bookmark keeps the pid.
history.replaceState(null, "", location.pathname);
show("refusal-unexpected", { leave });
