struct EnglishAppLink: AppLinkWording {
    let title = "Open this link in your app"
    let heading = "This link is for your authenticator app"
    let explanation =
        "Your browser opened it instead, so nothing has happened yet: nothing was confirmed, and nobody was logged in."
    let steps = [
        "Install the authenticator app that your organization uses, if it is not on this device.",
        "Go back to where you found the link, and open it again.",
        "Or scan the code that stands beside it, with the app on another device.",
    ]
    let warning =
        "Did somebody send you this link to log in? Then close this page: a login begins on the website that you open "
        + "yourself."
}
