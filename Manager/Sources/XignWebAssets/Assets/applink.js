// What stands behind the # is for an app. Neither the history nor a bookmark keeps it.

const forget = () => history.replaceState(null, "", location.pathname);

forget();
// Opened where this page is shown already, only the part behind the # changes.
addEventListener("hashchange", forget);
