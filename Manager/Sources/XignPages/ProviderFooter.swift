import XignWording

/// The operator's name and links at the foot of each page, with the app of its users.
package enum ProviderFooter {
    package struct Model: Sendable, Equatable {
        /// The operator's name; nil where none is declared, as every other part.
        var name: String?
        var help: String?
        var imprint: String?
        var privacy: String?
        /// The name of the authenticator app, and the addresses at which stores have it.
        var app: String?
        var appStore: String?
        var googlePlay: String?
        var otherStore: String?

        package init(
            name: String? = nil, help: String? = nil, imprint: String? = nil, privacy: String? = nil,
            app: String? = nil, appStore: String? = nil, googlePlay: String? = nil, otherStore: String? = nil
        ) {
            self.name = name
            self.help = help
            self.imprint = imprint
            self.privacy = privacy
            self.app = app
            self.appStore = appStore
            self.googlePlay = googlePlay
            self.otherStore = otherStore
        }

        package static let none = Model()
    }

    static func html(_ model: Model, in wording: any Wording) -> HTML {
        let texts = wording.provider
        let pages = links([(texts.help, model.help), (texts.imprint, model.imprint), (texts.privacy, model.privacy)])
        let stores = links([
            ("App Store", model.appStore), ("Google Play", model.googlePlay), (texts.otherStore, model.otherStore),
        ])
        let name = model.name.map(HTML.isolated)
        let app = model.app.map(HTML.isolated)
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
