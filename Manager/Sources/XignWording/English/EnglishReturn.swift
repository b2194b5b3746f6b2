struct EnglishReturn: ReturnWording {
    let title = "Finishing your login"
    let progress = "One moment."
    let needsScripts =
        "This page needs JavaScript. Go back to the website where you began, log in again, and scan the code with your "
        + "authenticator on another device."
    let nothingToFinish =
        "There is nothing to finish here. Go back to the website where you began, and log in again."
}
