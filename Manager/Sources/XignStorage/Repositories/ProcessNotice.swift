import XignDomain
import XignProtocol

/// A notice that a process has changed. It holds nothing but an id, a phase and two marks, since it crosses the
/// database's notification channel, which other programs can read.
package struct ProcessNotice: Sendable, Equatable {
    package static let topic: StaticString = "process"

    private static let byApp = "app"
    private static let byBrowser = "browser"
    private static let awaitsDigits = "digits"

    package let id: SessionID
    /// Nil where the process has to be read: its website was switched off, or another version of this program has sent
    /// a notice in a form of its own.
    package let news: ProcessNews?

    init(_ id: SessionID, _ news: ProcessNews?) {
        self.id = id
        self.news = news
    }

    /// The words of a payload, with a space between them: `<id> [<phase> browser|app [digits]]`.
    var payload: String {
        var words = [id.description]
        if let news {
            words += [news.phase.rawValue, news.returnsByApp ? Self.byApp : Self.byBrowser]
            if news.awaitsDigits { words.append(Self.awaitsDigits) }
        }
        return words.joined(separator: " ")
    }

    /// Reads a payload; nil for one that does not begin with an id.
    package init?(payload: String) {
        let words = payload.split(separator: " ", omittingEmptySubsequences: false)
        guard let id = SessionID(text: words[0]) else { return nil }
        self.id = id
        news = Self.news(words.dropFirst().map(String.init))
    }

    private static func news(_ words: [String]) -> ProcessNews? {
        guard (2...3).contains(words.count), let phase = Phase.Name(rawValue: words[0]),
            [byApp, byBrowser].contains(words[1]), words.count == 2 || words[2] == awaitsDigits
        else { return nil }
        return ProcessNews(phase, returnsByApp: words[1] == byApp, awaitsDigits: words.count == 3)
    }
}
