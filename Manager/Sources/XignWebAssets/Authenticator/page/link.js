// The link that led here. Neither the tab's history nor a bookmark keeps it, but for the moment in which the page is
// loaded anew. A browser's list of visited pages may.

let taken;

/**
 * Takes the link out of the address.
 * @param {string} opened on which way the browser came here. A page that was loaded anew keeps the way of before.
 */
export function takeLink(opened) {
  const { state } = history;
  taken = state?.link && !location.hash ? state : { link: location.href, opened };
  history.replaceState(null, "", location.pathname);
  return taken;
}

/** Loads the page anew, with the link. */
export function reload() {
  history.replaceState(taken, "", location.pathname);
  location.reload();
}
