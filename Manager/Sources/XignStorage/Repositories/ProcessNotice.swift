import XignDomain
import XignProtocol

/// A notice that a process has changed. It holds nothing but an id, a phase and two marks, since it crosses the
/// database's notification channel, which other programs can read.
package struct ProcessNotice: Sendable, Equatable {
    package static let topic: StaticString = "process"

    private static let returnsByApp = "app"
    private static let awaitsDigits = "digits"

    package let id: SessionID
    /// Nil where the process has to be read: its website was switched off, or another version of this program has sent
    /// a notice in a form of its own.
    package let news: ProcessNews?

    init(_ id: SessionID, _ news: ProcessNews?) {
        self.id = id
        self.news = news
    }

    /// The words of a payload, with a space between them: `<id> <phase> [app] [digits]`.
    var payload: String {
        var words = [id.description]
        if let news {
            words.append(news.phase.rawValue)
            if news.returnsByApp { words.append(Self.returnsByApp) }
            if news.awaitsDigits { words.append(Self.awaitsDigits) }
        }
        return words.joined(separator: " ")
    }

    /// Reads a payload; nil for one that does not begin with an id.
    package init?(payload: String) {
        var words = payload.split(separator: " ", omittingEmptySubsequences: false)[...]
        guard let id = SessionID(text: words.removeFirst()) else { return nil }
        self.id = id
        guard let phase = words.popFirst().flatMap({ Phase.Name(rawValue: String($0)) }) else {
            news = nil
            return
        }
        let returnsByApp = words.first.map { $0 == Self.returnsByApp } ?? false
        if returnsByApp { words.removeFirst() }
        let awaitsDigits = words.first.map { $0 == Self.awaitsDigits } ?? false
        if awaitsDigits { words.removeFirst() }
        news = words.isEmpty ? ProcessNews(phase, returnsByApp: returnsByApp, awaitsDigits: awaitsDigits) : nil
    }
}
