// Runs before the modules of the authenticator, also in browsers that are too old for them. Where none of them runs,
// the page says why: the browser is too old, or a module was lost, which it says after a while.

(function () {
  var step = document.querySelector(".step");
  var late = step.querySelector(".late");
  // A browser that has this reads the modules.
  if (!String.prototype.isWellFormed) {
    step.textContent = "";
    step.appendChild(document.importNode(document.getElementById("unsuitable").content, true));
  } else if (late) {
    var button = late.querySelector("button");
    button.hidden = false;
    button.addEventListener("click", function () {
      var opened = document.querySelector("main").dataset.opened;
      // As reload of link.js: the way to the page stays the same, and the server cannot tell it of a page loaded anew.
      if (location.hash) history.replaceState({ link: location.href, opened: opened }, "", location.pathname);
      location.reload();
    });
  }
})();
