// The link that led here. Neither the tab's history nor a bookmark keeps it, but for the moment in which the page is
// loaded anew. A browser's list of visited pages may.

let taken;
/** The page's address without the link. It asks for a language where the person has chosen one. */
const address = location.pathname + (location.search ? `?language=${document.documentElement.lang}` : "");

/**
 * Takes the link out of the address.
 * @param {string} opened on which way the browser came here. A page that was loaded anew keeps the way of before.
 */
export function takeLink(opened) {
  const { state } = history;
  taken = state?.link && !location.hash ? state : { link: location.href, opened };
  history.replaceState(null, "", address);
  return taken;
}

/**
 * Loads the page anew, with the link.
 * @param {string} [to] the page's address for another language.
 */
export function reload(to = address) {
  history.replaceState(taken, "", to);
  location.reload();
}
