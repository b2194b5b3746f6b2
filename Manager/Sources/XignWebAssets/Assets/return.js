// Brings back what the app gave: the secret goes to this origin alone, with the cookie of the login that began here.

const page = document.querySelector("main");

function comeBack() {
  const secret = location.hash.slice(1);
  // Neither the history nor a bookmark keeps it.
  history.replaceState(null, "", location.pathname);
  if (/^[A-Za-z0-9_-]{43}$/.test(secret)) {
    const form = page.querySelector("form");
    form.elements.secret.value = secret;
    form.submit();
  } else {
    page.querySelector("[role=status]").textContent = page.querySelector("template").content.textContent;
  }
}

comeBack();
// An app may open the address where this page is shown already: then only the part behind the # changes.
addEventListener("hashchange", comeBack);
