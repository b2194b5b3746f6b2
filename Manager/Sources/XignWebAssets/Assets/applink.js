// Removes the part behind the #, which is for an app, from the history and from later bookmarks.

const forget = () => history.replaceState(null, "", location.pathname);

forget();
// Opening another such link on this page changes only the part behind the #, and loads nothing.
addEventListener("hashchange", forget);
