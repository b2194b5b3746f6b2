// Sends the form of this page at once. Its button is for browsers without scripts.

document.querySelector("main form").submit();
