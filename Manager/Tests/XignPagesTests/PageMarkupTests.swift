import Foundation
import Testing
import XignProtocol

@testable import XignPages
@testable import XignWording

struct PageMarkupTests {
    @Test("Markup of the pages", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("no page has a script, a style or an event handler inside", nothingInline),
        TestCase("no page shows markup as text", noVisibleMarkup),
        TestCase("hostile names change the text of a page, but not one tag or attribute", hostileNames),
        TestCase(
            "each page has one main heading, one main landmark and its language", landmarks,
            each: Wordings.all.map(\.tag)),
        TestCase("each attribute's field has its keyboard, and the name by which browsers fill it in", dataFields),
        TestCase("the key of the codes stands only in a page that shows them", key, each: PageState.examples),
        TestCase(
            "a page for a service without QR codes has no code and does not speak of one", linkAlone,
            each: PageState.examples.filter { $0 != .claimed(pairing: "07") }),
        TestCase("a page for a service without links has none, in any state", codeAlone, each: PageState.examples),
        TestCase(
            "without scripts a page stays, and has a button that looks again until the login ends", lookAgain,
            each: PageState.examples),
        TestCase("a page whose code was hidden has none, not even its key, and shows it again on request", hiddenCode),
        TestCase("after “this was not me” a page leads back to the website, and to no other code", notMe),
        TestCase(
            "the title says the state first, and the heading how the login ended", titles, each: PageState.examples),
        TestCase("an act has the manager's own look: no website is named, and none is led to", confirmation),
        TestCase("what the operator has not declared is not there", undeclaredProvider),
        TestCase(
            "an event's data is the JSON that the page's script reads, and every state that can follow has its text",
            states, each: PageState.examples),
    ]

    func nothingInline() throws {
        for (name, page) in PageExamples.all() {
            let markup = PageMarkup(page.text)
            #expect(markup.tags.count > 10, "\(name)")
            // The examples have no name with a special character.
            #expect(!page.text.contains("&lt;"), "\(name): markup as text")
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
                        // Only links lead elsewhere: those that the operator has declared, and that to the app. So
                        // does the form with the answer to a website. A file in the page is saved.
                        let elsewhere = tag["download"] != nil ? ["data:"] : ["https://", "mailto:"]
                        let isPosted = tag.name == "form" && name == "FormPostPage"
                        let allowed = tag.name == "a" ? ["/", "#"] + elsewhere : isPosted ? ["https://"] : ["/"]
                        #expect(allowed.contains { attribute.value?.hasPrefix($0) == true }, "\(name): \(attribute)")
                    }
                }
            }
        }
    }

    func noVisibleMarkup() {
        for wording in Wordings.all {
            for (name, page) in PageExamples.all(in: wording) {
                #expect(!page.text.contains("&lt;"), "\(wording.tag)/\(name)")
                #expect(!page.text.contains("HTML(bytes"), "\(wording.tag)/\(name)")
            }
        }
    }

    func hostileNames() throws {
        var generator = SeededGenerator(seed: 3)
        let plain = PageExamples.all().map { PageMarkup($0.page.text) }
        for _ in 0..<4 {
            let hostile = PageExamples.all {
                "\"'></p><script>alert(1)</script>" + $0 + String.hostile(using: &generator)
            }
            for (expected, page) in zip(plain, hostile) {
                #expect(PageMarkup(page.page.text) == expected, "\(page.name)")
                #expect(!page.page.text.contains("<script>"), "\(page.name)")
            }
        }
    }

    func landmarks(language: String) throws {
        let wording = try #require(Wordings.all.first { $0.tag == language })
        for (name, page) in PageExamples.all(in: wording) {
            let markup = PageMarkup(page.text)
            #expect(markup.shownTags.count { $0.name == "h1" } == 1, "\(name)")
            #expect(markup.tags.count { $0.name == "main" } == 1, "\(name)")
            #expect(markup.tags.first { $0.name == "html" }?["lang"] == language, "\(name)")
            for button in markup.tags where button.name == "button" && button["name"] == "language" {
                #expect((button["aria-current"] == "true") == (button["value"] == language), "\(name)")
            }
            for picture in markup.tags where picture.name == "svg" {
                #expect(picture["aria-hidden"] == "true" || picture["aria-label"] != nil, "\(name)")
            }
        }
    }

    func dataFields() throws {
        let expected: [AttributeName: [String?]] = [
            .username: ["text", "off"], .nickname: ["text", "nickname"], .givenName: ["text", "given-name"],
            .familyName: ["text", "family-name"], .birthdate: ["date", "bday"], .address: ["text", "off"],
            .nationality: ["text", "off"], .placeOfBirth: ["text", "off"], .gender: ["text", "sex"],
            .salutation: ["text", "honorific-prefix"], .email: ["email", "email"], .phoneNumber: ["tel", "tel"],
        ]
        let forms = Dictionary(uniqueKeysWithValues: PageExamples.all().map { ($0.name, $0.page) })
        for name in AttributeName.allCases {
            let form = try #require(forms["DataFormPage-\(name.rawValue)-error"])
            let field = try #require(PageMarkup(form.text).tags.first { $0["id"] == "value" })
            #expect([field["type"], field["autocomplete"]] == expected[name], "\(name)")
        }
    }

    func key(state: PageState) throws {
        let model = PageExamples.login(state)
        let page = LoginPage.page(model, in: English()).text
        #expect(page.contains(try #require(model.stage.code).key) == (state == .waiting))
        #expect(page.contains("<div class=\"code\"") == (state == .waiting))
        #expect(page.contains(try #require(model.stage.link)) == (state == .waiting))
    }

    func linkAlone(state: PageState) throws {
        let model = PageExamples.login(state, code: false)
        let page = LoginPage.page(model, in: English()).text
        #expect(!page.contains("data-qr-key"))
        #expect(!page.contains("class=\"code\""))
        #expect(!page.contains("code.png"))
        #expect(!page.contains("Scan"))
        #expect(!page.contains("Use another device"))
        #expect(!page.contains("Hide the code"))
        #expect(page.contains(try #require(model.stage.link)) == (state == .waiting))
    }

    func codeAlone(state: PageState) throws {
        let page = LoginPage.page(PageExamples.login(state, link: false), in: English()).text
        #expect(!page.contains("app.login.example.org/a#"))
        #expect(!page.contains("this-device"))
        #expect(page.contains("data-qr-key") == (state == .waiting))
    }

    func lookAgain(state: PageState) throws {
        let page = LoginPage.page(PageExamples.login(state), in: English()).text
        #expect(!page.contains("http-equiv"))
        let form = "<noscript><form class=\"look\" action=\"/login/AAECAwQFBgcICQoLDA0ODw\" method=\"get\">"
        #expect(page.contains(form) == !state.isFinal)
        #expect(page.contains("Hide the code") == (state == .waiting))
    }

    func hiddenCode() {
        var model = PageExamples.login(.waiting)
        model.stage.hidesCode = true
        let page = LoginPage.page(model, in: English()).text
        #expect(!page.contains("data-qr-key"))
        #expect(!page.contains("code.png"))
        #expect(page.contains("Show the code"))
    }

    func notMe() {
        let page = LoginPage.page(PageExamples.login(.notMe), in: English())
        let forms = PageMarkup(page.text).tags.filter { $0.name == "form" && $0["data-when"] != nil }
        let offered = forms.filter { $0["data-when"]?.split(separator: " ").contains("declined-notMe") == true }
        #expect(offered.map { $0["action"] } == ["/login/AAECAwQFBgcICQoLDA0ODw/continue"])
    }

    func titles(state: PageState) throws {
        let tags = PageMarkup(LoginPage.page(PageExamples.login(state), in: English()).text).tags
        let title = try #require(tags.first { $0.name == "title" }).textAfter
        let heading = try #require(tags.first { $0.name == "h1" }).textAfter
        #expect(title == "Log in to Example Shop" || title.hasSuffix(" – Example Shop"))
        #expect((title == "Log in to Example Shop") == (state == .waiting))
        #expect(state.isFinal == !heading.hasPrefix("Log in to"))
        #expect(!state.isFinal || title.hasPrefix(heading))
    }

    func confirmation() {
        for state in PageState.examples {
            let page = ConfirmationPage.page(PageExamples.confirmation(state), in: English()).text
            #expect(!page.contains("Example Shop"))
            #expect(page.contains("<bdi>iPad</bdi>"))
        }
    }

    func undeclaredProvider() {
        let foot = ProviderFooter.html(.none, in: English()).text
        #expect(foot.isEmpty)
    }

    func states(state: PageState) throws {
        struct Event: Decodable { var state: String, reason: String?, pairing: String? }
        let event = try JSONDecoder().decode(Event.self, from: Data(state.eventData.utf8))
        #expect(
            [event.state, event.reason ?? event.pairing.map { _ in "pairing" }].compactMap(\.self).joined(
                separator: "-") == state.name)
        for present in PageState.examples {
            let page = LoginPage.page(PageExamples.login(present), in: English()).text
            let template = "<template data-text=\"\(state.name)\" data-title="
            // Nothing follows an end, and for a login that waits again the page is loaded again.
            #expect(page.contains(template) == (!present.isFinal && state != .waiting))
        }
    }
}
