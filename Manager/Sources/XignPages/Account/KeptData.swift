import XignWording

/// A value that the operator keeps, as the account's pages show it.
package struct KeptDataModel: Sendable, Equatable {
    /// The words for a value.
    package enum Label: Sendable, Equatable {
        /// The operator's words for an attribute.
        case declared(String)
        case accountName(website: String)

        func html(in wording: any Wording) -> HTML {
            switch self {
            case .declared(let label): .isolated(label)
            case .accountName(let website): "\(wording.account.data.accountName(at: website), value: HTML.isolated)"
            }
        }
    }

    var label: Label
    var value: Value

    package enum Value: Sendable, Equatable {
        case text(String)
        case boolean(Bool)
    }

    package init(_ label: Label, _ value: Value) { (self.label, self.value) = (label, value) }
}

extension DataPage {
    static func section(_ kept: KeptDataModel, id: String, _ wording: any Wording) -> HTML {
        let words = wording.account.data
        let label = kept.label.html(in: wording)
        let value: HTML =
            switch kept.value {
            case .text(let text): .isolated(text)
            case .boolean(let isTrue): "\(isTrue ? words.yes : words.no)"
            }
        return """
            <section class="panel" aria-labelledby="\(id)">
            <h2 id="\(id)">\(label)</h2>
            <details><summary>\(words.show)<span class="visually-hidden"> \(label)</span></summary><p>\(value)</p></details>
            <p class="muted">\(words.kept)</p>
            </section>

            """
    }
}
