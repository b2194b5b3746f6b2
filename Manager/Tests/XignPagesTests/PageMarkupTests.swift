import Foundation
import Testing

@testable import XignPages
@testable import XignWording

@Suite("Markup of the pages")
struct PageMarkupTests {
    @Test("no page has a script, a style or an event handler inside")
    func nothingInline() throws {
        for (name, page) in PageExamples.all() {
            let markup = PageMarkup(page.text)
            #expect(markup.tags.count > 10, "\(name)")
            #expect(markup.unquoted.isEmpty, "\(name)")
            for tag in markup.tags {
                #expect(!["style", "base", "iframe"].contains(tag.name), "\(name)")
                if tag.name == "script" {
                    #expect(tag["src"]?.hasPrefix("/assets/") == true, "\(name)")
                    #expect(tag.textAfter.isEmpty, "\(name)")
                }
                for attribute in tag.attributes {
                    #expect(attribute.name != "style", "\(name)")
                    #expect(!attribute.name.lowercased().hasPrefix("on"), "\(name)")
                    if WebAddress.attributes.contains(attribute.name) {
                        // Only the links to the app and to the website lead elsewhere. A file in the page is saved.
                        let elsewhere = ["https://app.login.example.org/a#", "https://shop.example.org/"]
                        let allowed =
                            tag.name != "a"
                            ? ["/"] : ["/", "#"] + (tag["download"] == nil ? elsewhere : ["data:"])
                        #expect(
                            allowed.contains { attribute.value?.hasPrefix($0) == true }, "\(name): \(attribute)")
                    }
                }
            }
        }
    }

    @Test("hostile names change the text of a page, but not one tag or attribute")
    func hostileNames() throws {
        var generator = SeededGenerator(seed: 3)
        let plain = PageExamples.all()
        for _ in 0..<20 {
            let hostile = PageExamples.all {
                "\"'></p><script>alert(1)</script>" + $0 + String.hostile(using: &generator)
            }
            for (expected, page) in zip(plain, hostile) {
                #expect(PageMarkup(page.page.text) == PageMarkup(expected.page.text), "\(page.name)")
                #expect(!page.page.text.contains("<script>"), "\(page.name)")
            }
        }
    }

    @Test("each page has one main heading, one main landmark and its language", arguments: Wordings.all.map(\.tag))
    func landmarks(language: String) throws {
        let wording = try #require(Wordings.all.first { $0.tag == language })
        for (name, page) in PageExamples.all(in: wording) {
            let markup = PageMarkup(page.text)
            #expect(markup.tags.count { $0.name == "h1" } == 1, "\(name)")
            #expect(markup.tags.count { $0.name == "main" } == 1, "\(name)")
            #expect(markup.tags.first { $0.name == "html" }?["lang"] == language, "\(name)")
            for picture in markup.tags where picture.name == "svg" {
                #expect(picture["aria-hidden"] == "true" || picture["aria-label"] != nil, "\(name)")
            }
        }
    }

    @Test("the key of the codes stands only in a page that shows them", arguments: LoginState.allCases)
    func key(state: LoginState) throws {
        let model = PageExamples.login(state)
        let page = LoginPage.page(model, in: English()).text
        #expect(page.contains(try #require(model.code).key) == (state == .waiting))
        #expect(page.contains("<div class=\"code\"") == (state == .waiting))
        #expect(page.contains(try #require(model.link)) == (state == .waiting))
    }

    @Test("a page for a service without QR codes has no code and does not speak of one", arguments: LoginState.allCases)
    func linkAlone(state: LoginState) throws {
        let model = PageExamples.login(state, code: false)
        let page = LoginPage.page(model, in: English()).text
        #expect(!page.contains("data-qr-key"))
        #expect(!page.contains("class=\"code\""))
        #expect(!page.contains("code.svg"))
        #expect(!page.contains("Scan"))
        #expect(!page.contains("code has"))
        #expect(!page.contains("new code"))
        #expect(page.contains(try #require(model.link)) == (state == .waiting))
    }

    @Test("a page for a service without links has none, in any state", arguments: LoginState.allCases)
    func codeAlone(state: LoginState) throws {
        let page = LoginPage.page(PageExamples.login(state, link: false), in: English()).text
        #expect(!page.contains("app.login.example.org/a#"))
        #expect(!page.contains("this-device"))
        #expect(page.contains("data-qr-key") == (state == .waiting))
    }

    @Test("without scripts a page reloads itself until the login has ended", arguments: LoginState.allCases)
    func reload(state: LoginState) throws {
        let page = LoginPage.page(PageExamples.login(state), in: English()).text
        let refresh =
            "<noscript><meta http-equiv=\"refresh\" content=\"5;url=/login/AAECAwQFBgcICQoLDA0ODw\"></noscript>"
        #expect(page.contains(refresh) == !state.isFinal)
    }

    @Test(
        "an event's data is the JSON that the page's script reads, and every state has its text",
        arguments: LoginState.allCases)
    func states(state: LoginState) throws {
        struct Event: Decodable { var state: String, reason: String? }
        let event = try JSONDecoder().decode(Event.self, from: Data(state.eventData.utf8))
        #expect([event.state, event.reason].compactMap(\.self).joined(separator: "-") == state.rawValue)
        for page in LoginState.allCases.map({ LoginPage.page(PageExamples.login($0), in: English()).text }) {
            #expect(page.contains("<template data-text=\"\(state.rawValue)\">"))
        }
    }
}
