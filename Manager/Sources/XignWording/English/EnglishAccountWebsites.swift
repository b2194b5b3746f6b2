struct EnglishAccountWebsites: AccountWebsitesWording {
    let title = "Websites and apps"
    let explanation = "You have logged in to these websites and apps with your account."
    let empty = "No logins anywhere yet."
    let withdrawn = "withdrawn"
    let offeredBy = "Offered by"
    let website = "Website"
    let firstUse = "First used"
    let lastUse = "Last used"
    let receivedTitle = "It received last"
    let receivedNothing = "Nothing but the identifier below, by which it recognizes you."
    let receivedUnknown = "There is no record of it."
    let typed = "typed during the login"
    let subject = "Your identifier there"
    let subjectExplanation =
        "Every website knows you by an identifier of its own. Tell it when you ask there about your data."
    let choicesTitle = "Your choices"
    let choicesExplanation =
        "The next login sends these values without asking which one. Forget a choice to be asked again."
    let forget = "Forget my choice"
    let withdraw = "Withdraw"
    let offlineAccessTitle = "Lasting access"
    let offlineAccessExplanation =
        "It receives the same data as at your last login there, without asking you again. End this at any time: you can "
        + "still log in there."
    let endOfflineAccess = "End lasting access"
    let withdrawTitle = "Withdraw from a website"
    let withdrawDetails =
        "It loses its access to your data, and your choices for it are forgotten. Your identifier there stays."
    let withdrawLimit = "What it has already, it keeps. Ask there to delete it."

    func lastUsed(_ time: String) -> Phrase { "Last used \(time)" }
    func mayComeBack(until time: String) -> Phrase { "May come back without you until \(time)" }
    func withdrawEffect(_ website: String) -> Phrase {
        "\(website) receives nothing more until you log in there again."
    }
    func askAt(_ place: String) -> Phrase { "Where to ask: \(place)" }
    func withdrawnSince(_ time: String) -> Phrase {
        "Withdrawn \(time). It receives nothing more until you log in there again."
    }
}
