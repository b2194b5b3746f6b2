// Posts the secret that the app put behind the # to this origin, with the cookie of the login that began here.

const page = document.querySelector("main");

function comeBack() {
  const secret = location.hash.slice(1);
  // Neither the history nor a later bookmark keeps the secret.
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
// An app may open the address in the tab of this page: that changes only the part behind the #, and loads nothing.
addEventListener("hashchange", comeBack);
