import XignWording

/// The pages of invitations that admit nobody.
extension JoinPages {
    package enum Closed: Sendable {
        case over(Moment), usedUp, withdrawn
    }

    /// The page of an invitation that admits nobody.
    /// - Parameter device: the page of the first device, which a page of a used-up link offers: a browser that another
    ///   website has led here sends no cookie, so that it cannot be led there at once.
    package func closed(_ closed: Closed, organization: String, address: String?, device: String) -> HTML {
        let (title, next): (String, HTML) =
            switch closed {
            case .over(let end):
                (
                    words.over,
                    "\(words.overAt(end.date(wording), organization: organization), value: HTML.isolated)"
                )
            case .usedUp:
                (words.usedUp, "\(words.usedUpNext(organization: organization), value: HTML.isolated)")
            case .withdrawn:
                (words.withdrawn, "\(words.withdrawnNext(organization: organization), value: HTML.isolated)")
            }
        var holder: HTML = ""
        if case .usedUp = closed {
            holder = "<p>\(words.usedUpHere)</p>\n<p>\(Link(.secondary, to: device, words.proceed).html)</p>\n"
        }
        return page(title, address: address, "<p>\(next)</p>\n\(holder)")
    }
}
