import Foundation
import Testing

@testable import XignPages
@testable import XignWording

@Suite("Wording")
struct WordingTests {
    @Test("every text on a page, every label and the language come from the wording")
    func pagesHaveNoWords() {
        let values: Set = ["Example Shop", "Example Trading Ltd", "shop.example.org", "4:05", "6f1c2ab09d3e47f1"]
        for (name, page) in PageExamples.all(in: .marked) {
            let tags = PageMarkup(page.text).tags
            #expect(tags.first { $0.name == "html" }?["lang"] == "x-marked", "\(name)")
            for tag in tags {
                let text = tag.textAfter.trimmingCharacters(in: .whitespacesAndNewlines)
                #expect(text.isEmpty || text.contains("¤") || values.contains(text), "\(name)")
                for attribute in ["aria-label", "alt", "title"] where tag["class"] != "wordmark" {
                    #expect(tag[attribute]?.contains("¤") != false, "\(name): \(attribute)")
                }
            }
        }
    }

    @Test("a value stands where the language puts it, in the element that the page gives it")
    func placesOfValues() {
        let english: Phrase = "Log in to \("A & B")"
        let german: Phrase = "Bei \("A & B") anmelden"
        #expect(("\(english, value: { "<b>\($0)</b>" })" as HTML).text == "Log in to <b>A &amp; B</b>")
        #expect(("\(german, value: { "<b>\($0)</b>" })" as HTML).text == "Bei <b>A &amp; B</b> anmelden")
        #expect(("\(german)" as HTML).text == "Bei A &amp; B anmelden")
        #expect(german.text == "Bei A & B anmelden")
    }

    @Test("neither the words nor the values of a phrase can become markup")
    func escaping() {
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<500 {
            let value = String.hostile(using: &generator)
            let words = String.hostile(using: &generator)
            var interpolation = Phrase.Interpolation(literalCapacity: 0, interpolationCount: 1)
            interpolation.appendLiteral(words)
            interpolation.appendInterpolation(value)
            let phrase = Phrase(stringInterpolation: interpolation)
            #expect(("\(phrase)" as HTML).text == ("\(words + value)" as HTML).text)
            #expect(
                ("\(phrase, value: { "<b>\($0)</b>" })" as HTML).text == ("\(words)<b>\(value)</b>" as HTML).text)
        }
    }
}

extension Wording {
    /// A language in which every text has the mark `¤`, and every value stands first.
    fileprivate static let marked = Wording(
        language: "x-marked",
        loginPage: LoginPage(
            title: { "\($0)¤" }, offeredBy: "¤", website: "¤",
            status: Status(
                waiting: "¤", scanned: "¤", confirming: "¤", resultReady: { "\($0)¤" }, awaitingReturn: "¤",
                returned: "¤", cancelled: "¤", notMe: "¤", expired: "¤"),
            code: Code(label: "¤", picture: { "\($0)¤" }, fileTitle: "¤", timeLeft: { "\($0)¤" }),
            actions: Actions(
                onThisDevice: "¤", openInApp: "¤", proceed: { "\($0)¤" }, newCode: "¤", newCodeForYourDevice: "¤",
                beginAgain: "¤", back: { "\($0)¤" }),
            instructions: Instructions(
                label: "¤", warning: { "\($0)¤" }, steps: { service in ["¤", "\(service)¤"] }),
            linkAlone: LinkAlone(
                waiting: "¤", opened: "¤", expired: "¤", newLink: "¤", newLinkForYourDevice: "¤", beginAgain: "¤",
                instructions: Instructions(
                    label: "¤", warning: { "\($0)¤" }, steps: { service in ["¤", "\(service)¤"] }))),
        appLinkPage: AppLinkPage(title: "¤", heading: "¤", explanation: "¤", steps: ["¤"], warning: "¤"),
        returnPage: ReturnPage(title: "¤", progress: "¤", needsScripts: "¤", nothingToFinish: "¤"),
        errorPage: ErrorPage(
            refusal: { _ in Refusal(title: "¤", whatHappened: "¤", whatToDo: "¤") }, requestID: { "\($0)¤" }))
}
