import XignDomain
import XignWording

extension OperatorProfile {
    /// The authenticators that pages speak of.
    var authenticators: Authenticators {
        installation.hasBrowserAuthenticator ? .appOrBrowser : .app(app.name)
    }
}

/// The operator's name and links at the foot of each page, with the app of its users.
package enum ProviderFooter {
    /// True if the operator has declared anything.
    static func says(_ provider: OperatorProfile) -> Bool {
        var declared = provider
        declared.installation = OperatorProfile.Installation()
        return declared != .none
    }

    static func html(_ provider: OperatorProfile, in wording: any Wording) -> HTML {
        let texts = wording.provider
        let pages = links([
            (texts.help, provider.help), (texts.imprint, provider.imprint), (texts.privacy, provider.privacy),
        ])
        let stores = links([
            ("App Store", provider.app.appStore), ("Google Play", provider.app.googlePlay),
            (texts.otherStore, provider.app.other),
        ])
        let name = provider.name.map(HTML.isolated)
        let app = provider.app.name.map(HTML.isolated)
        return """
            \(line(name.map { "<span>\($0)</span>" }, pages))\
            \(line(app == nil && stores.isEmpty ? nil : "<span>\(texts.app)</span> \(app ?? "")", stores))
            """
    }

    /// A name with links; nothing where there is neither.
    private static func line(_ name: HTML?, _ links: [HTML]) -> HTML {
        name == nil && links.isEmpty ? "" : "<p class=\"provider\">\(name ?? "")\(links)</p>\n"
    }

    private static func links(_ links: [(text: String, address: String?)]) -> [HTML] {
        links.compactMap { text, address in address.map { " <a href=\"\($0)\">\(text)</a>" as HTML } }
    }
}
