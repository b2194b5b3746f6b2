/// The tags of a page with their attributes, as a browser sees them.
struct PageMarkup: Equatable {
    struct Tag: Equatable {
        var name: String
        var attributes: [(name: String, value: String?)]
        /// The text up to the next tag.
        var textAfter: String

        subscript(attribute: String) -> String? {
            attributes.first { $0.name == attribute }?.value
        }

        /// Compares the names of tag and attributes, but neither text nor values.
        static func == (a: Tag, b: Tag) -> Bool {
            a.name == b.name && a.attributes.map(\.name) == b.attributes.map(\.name)
        }
    }

    var tags: [Tag] = []
    /// The tags that a browser shows: those outside of templates.
    var shownTags: [Tag] {
        var depth = 0
        return tags.filter { tag in
            if tag.name == "/template" { depth -= 1 }
            defer { if tag.name == "template" { depth += 1 } }
            return depth == 0
        }
    }
    /// The attributes whose values are words in the page's language.
    static let spokenAttributes = [
        "alt", "aria-label", "data-copied", "data-heading", "data-last-minute", "data-outage", "data-title",
        "placeholder",
        "title",
    ]
    /// The page without its words: each tag with its attributes, and `…` for words that are there.
    ///
    /// The order of words decides what stands before and after a name in a sentence: both are the sentence's.
    var outline: [String] {
        var lines: [String] = []
        var sentence = 0
        for tag in tags {
            let attributes = tag.attributes.map { name, value in
                let isSpoken = Self.spokenAttributes.contains(name) && value?.isEmpty == false
                // The language itself, and the button that stands for it.
                let isLanguage = ["html lang", "button aria-current", "a aria-current"].contains("\(tag.name) \(name)")
                return value.map { "\(name)=\(isSpoken || isLanguage ? "…" : $0)" } ?? name
            }
            lines.append(([tag.name] + attributes).joined(separator: " "))
            if !["bdi", "/bdi", "time", "/time"].contains(tag.name) { sentence = lines.count - 1 }
            let spoken = ["bdi", "time"].contains(tag.name) ? lines.count - 1 : sentence
            if !tag.textAfter.allSatisfy(\.isWhitespace), !lines[spoken].hasSuffix(" …") { lines[spoken] += " …" }
        }
        return lines
    }
    /// The attributes with values without quotes, in which a space would begin another attribute.
    var unquoted: [String] = []

    init(_ html: String) {
        var rest = Substring(html)
        while let start = rest.firstIndex(of: "<") {
            rest = rest[start...].dropFirst()
            var tag = Tag(name: String(rest.prefix { !" \n>".contains($0) }), attributes: [], textAfter: "")
            rest = rest.dropFirst(tag.name.count)
            while let first = rest.first, first != ">" {
                guard !" \n/".contains(first) else {
                    rest = rest.dropFirst()
                    continue
                }
                let name = String(rest.prefix { !" \n=>".contains($0) })
                rest = rest.dropFirst(name.count)
                guard rest.first == "=" else {
                    tag.attributes.append((name, nil))
                    continue
                }
                rest = rest.dropFirst()
                guard let quote = rest.first, "\"'".contains(quote) else {
                    unquoted.append(name)
                    rest = rest.drop { !" \n>".contains($0) }
                    continue
                }
                let value = rest.dropFirst().prefix { $0 != quote }
                tag.attributes.append((name, String(value)))
                rest = rest.dropFirst(value.count + 2)
            }
            rest = rest.dropFirst()
            tag.textAfter = String(rest.prefix { $0 != "<" })
            tags.append(tag)
        }
    }
}
