// Long because: the life of a value, and each reason why one is refused.

import DatabaseFixture
import Testing
import XignDomain
import XignHTTP
import XignProtocol

@testable import XignServer
@testable import XignStorage
@testable import XignUseCases
@testable import XignWeb

struct OwnDataTests {
    @Test("Own data, in a browser", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("a value without a name gets one in the language of the page", defaultNames),
        TestCase("the only value of a kind is not named; several are", names),
        TestCase("a person adds, changes and removes a value, and each is recorded", life, each: Engine.allCases),
        TestCase("one form sent twice has one effect", twice),
        TestCase("a form that will not do comes back as it was, with the reason, and changes nothing", refused),
        TestCase("an address in five fields has its canonical form, and comes back into them", address),
        TestCase("what people copy from contacts and documents has its one form", typed),
        TestCase("a verified value is renamed and preferred, and neither changed nor removed", verified),
        TestCase("a value that has changed since is not overwritten", changed),
        TestCase("another person's value is as unknown as an invented one", foreign),
        TestCase("names and values from elsewhere are no markup", hostile),
    ]

    private struct Scene {
        let manager: TestManager
        var browser: AccountBrowser

        init(_ engine: Engine = .sqlite) throws {
            manager = try TestManager(engine)
            browser = try AccountBrowser.loggedIn(manager, with: RawDevice(manager))
        }

        /// Fills in the form of a page and sends it.
        mutating func send(_ page: String, _ fields: [String: String]) throws -> Response {
            try browser.submit(page, on: page, fields)
        }

        /// The page of the only value of an attribute.
        func page(of attribute: AttributeName) throws -> String {
            let account = try manager.account().id
            let value = try ListOwnData(manager.context)(account).first { $0.value.attribute == attribute }
            return "/account/data/value/\(try #require(value).id)"
        }
    }

    func defaultNames() throws {
        var scene = try Scene()
        scene.browser.language = "de"
        for address in ["ada@example.org", "ada@work.example"] {
            _ = try scene.send("/account/data/add/email", ["value": address, "alias": ""])
        }
        #expect(Set(try scene.manager.values(.email).map(\.alias)) == ["E-Mail", "E-Mail 2"])
    }

    func names() throws {
        var scene = try Scene()
        _ = try scene.send("/account/data/add/email", ["value": "ada@example.org", "alias": "Work"])
        #expect(!(try scene.browser.get("/account/data").text.contains("Work")))
        #expect(!(try scene.browser.get("\(scene.page(of: .email))/remove").text.contains("Work")))
        _ = try scene.send("/account/data/add/email", ["value": "ada@home.example", "alias": "Private"])
        let list = try scene.browser.get("/account/data").text
        for name in ["Work", "Private"] { #expect(list.contains("<h3><bdi>\(name)</bdi></h3>")) }
        let question = try scene.browser.get("\(scene.page(of: .email))/remove").text
        #expect(["Work", "Private"].contains { question.contains("<bdi>\($0)</bdi>") })
    }

    func life(_ engine: Engine) throws {
        var scene = try Scene(engine)
        let added = try scene.send("/account/data/add/givenName", ["value": " Zoe\u{308} ", "alias": ""])
        #expect(added["Location"] == "/account/data?done=dataSaved")
        let first = try #require(try scene.manager.values(.givenName).first)
        #expect(first.text.hasSameBytes(as: "Zoë"))
        #expect(first.isPrimary)
        #expect(!first.isVerified)
        #expect(first.alias == "Given name")
        #expect(try scene.browser.get("/account/data").text.contains("Zoë"))

        let page = try scene.page(of: .givenName)
        let changed = try scene.send(page, ["value": "Zoé", "alias": "Passport"])
        #expect(changed["Location"] == "/account/data?done=dataSaved")
        let second = try #require(try scene.manager.values(.givenName).first)
        #expect(second.alias == "Passport")
        #expect(second.id != first.id)

        let removed = try scene.send("\(scene.page(of: .givenName))/remove", [:])
        #expect(removed["Location"] == "/account/data?done=dataRemoved")
        #expect(try scene.manager.values(.givenName).isEmpty)
        #expect(try scene.manager.auditKinds.count { $0 == .attributesChanged } == 3)
        // One notice an hour, for all devices: no device has confirmed it.
        let account = try scene.manager.account().id
        let notices = try scene.manager.context.database.read {
            try $0.notices.list(for: account, after: 0, except: .random())
        }
        #expect(notices.count { $0.kind == "attributesChanged" } == 1)
        // The first page tells another session of it.
        let notice = "Your data was changed."
        #expect(try !scene.browser.get("/account").text.contains(notice))
        var other = try AccountBrowser.loggedIn(scene.manager, with: RawDevice(scene.manager))
        #expect(try other.get("/account").text.contains(notice))
    }

    func twice() throws {
        var scene = try Scene()
        let page = "/account/data/add/email"
        let form = try #require(try scene.browser.get(page).forms.first { $0.action == page })
        let fields = ["value": "ada@example.org", "alias": "Work"]
        for _ in 1...2 { #expect(try scene.browser.send(form, fields).status == .seeOther) }
        #expect(try scene.manager.values(.email).count == 1)

        let changePage = try scene.page(of: .email)
        let change = try #require(try scene.browser.get(changePage).forms.first { $0.action == changePage })
        for _ in 1...2 {
            #expect(
                try scene.browser.send(change, ["value": "lovelace@example.org", "alias": "Work"]).status == .seeOther)
        }
        #expect(try scene.manager.values(.email).map(\.text) == ["lovelace@example.org"])

        let removal = "\(try scene.page(of: .email))/remove"
        let remove = try #require(try scene.browser.get(removal).forms.first { $0.action == removal })
        for _ in 1...2 { #expect(try scene.browser.send(remove).status == .seeOther) }
        #expect(try scene.manager.auditKinds.count { $0 == .attributesChanged } == 3)
    }

    func refused() throws {
        var scene = try Scene()
        let cases: [(String, [String: String], String)] = [
            ("email", ["value": "<b>ada", "alias": "Work & \"more\""], "Type an email address"),
            ("birthdate", ["value": "2999-01-01", "alias": ""], "Type a day in the past"),
            ("givenName", ["value": "Ada\u{202E}", "alias": ""], "everybody can see"),
            ("givenName", ["value": "", "alias": ""], "Type 1 to 100 characters"),
            ("givenName", ["value": "Ada", "alias": String(repeating: "x", count: 300)], "shorter name"),
            (
                "address",
                ["street": "A", "postalCode": "1", "locality": "B", "region": "", "country": "XX", "alias": ""],
                "two letters of a country"
            ),
            (
                "address",
                ["street": "", "postalCode": "1", "locality": "B", "region": "", "country": "DE", "alias": ""],
                "Fill in street"
            ),
            ("familyName", ["value": "Müller\u{AD}", "alias": ""], "Found: U+00AD at the end."),
            ("familyName", ["value": "\u{200F}אבי", "alias": ""], "Found: U+200F at the beginning."),
            ("familyName", ["value": "葛\u{E0100}城", "alias": ""], "Found: U+E0100 after the first character."),
            ("familyName", ["value": "Ada", "alias": "Wo\u{200B}rk"], "Found: U+200B after character 2."),
            ("phoneNumber", ["value": "+49 (0)151 23456789", "alias": ""], "Leave out (0): write +49 151 23456789"),
            ("phoneNumber", ["value": "+49 151 23456789;ext=12", "alias": ""], "Leave out the extension"),
            ("phoneNumber", ["value": "+49 151 FLOWERS", "alias": ""], "Found: F (U+0046) after character 8."),
            ("phoneNumber", ["value": "+49 151 +23456789", "alias": ""], "Type one + only"),
            ("phoneNumber", ["value": "0049 151 23456789", "alias": ""], "with its country"),
            (
                "address",
                ["street": "1 Weg", "postalCode": "51147", "locality": "", "region": "", "country": "DE", "alias": ""],
                "Fill in the town."
            ),
        ]
        let before = try scene.manager.rows()
        for (attribute, fields, reason) in cases {
            let answer = try scene.send("/account/data/add/\(attribute)", fields)
            #expect(answer.status == .unprocessableContent)
            #expect(answer.text.contains(reason), "\(attribute)")
            #expect(answer.text.contains("<title>Error: "))
            for value in fields.values where !value.isEmpty && value.count < 20 {
                #expect(answer.text.contains(HTMLText.escaped(value)), "\(attribute): \(value)")
            }
            // The form works at once, without another visit to the page.
            #expect(answer.forms.contains { $0.action == "/account/data/add/\(attribute)" })
        }
        #expect(try scene.manager.rows() == before)
    }

    func address() throws {
        var scene = try Scene()
        let fields = [
            "street": "Example Street 1\r\nBack", "postalCode": " 12345 ", "locality": "Köln", "region": "",
            "country": "de", "alias": "Home",
        ]
        #expect(try scene.send("/account/data/add/address", fields).status == .seeOther)
        let value = try #require(try scene.manager.values(.address).first)
        let address = try #require(AddressText(value.text))
        #expect(address.street == "Example Street 1\nBack")
        #expect(address.country == "DE")
        let page = try scene.browser.get(try scene.page(of: .address)).text
        #expect(page.contains("Example Street 1\nBack</textarea>"))
        #expect(page.contains("value=\"Köln\""))
    }

    func typed() throws {
        var scene = try Scene()
        let numbers = [
            "\u{202A}+49 151 23456789\u{202C}", "+49\u{A0}151\u{A0}23456789", "+49 151\u{2011}2345\u{2013}6789",
            "tel:+49-151-23456789", "+49 (151) 234.567/89", "+٤٩ ١٥١ ٢٣٤٥٦٧٨٩", "+４９１５１２３４５６７８９",
        ]
        for (index, number) in numbers.enumerated() {
            let answer = try scene.send("/account/data/add/phoneNumber", ["value": number, "alias": "\(index)"])
            // The first is stored; the others are known to be the same.
            #expect(answer.status == (index == 0 ? .seeOther : .unprocessableContent), "\(number)")
            #expect(index == 0 || answer.text.contains("You have stored this value already"), "\(number)")
        }
        #expect(try scene.manager.values(.phoneNumber).map(\.text) == ["+4915123456789"])
        for name in ["Mary\u{A0}Ann", "Jean\u{2010}Luc"] {
            _ = try scene.send("/account/data/add/familyName", ["value": " \(name) ", "alias": name])
            #expect(try scene.manager.values(.familyName).contains { $0.text.hasSameBytes(as: name) })
        }
        let address = [
            "street": "Flat 3, 1 Nathan Road", "postalCode": "", "locality": "Hong Kong", "region": "", "country": "HK",
            "alias": "",
        ]
        #expect(try scene.send("/account/data/add/address", address).status == .seeOther)
        let stored = try #require(try scene.manager.values(.address).first)
        #expect(AddressText(stored.text)?.postalCode == nil)
        #expect(try scene.browser.get("/account/data").text.contains("Hong Kong"))
        // The form to change it comes back, too.
        #expect(try scene.send(try scene.page(of: .address), address).status == .seeOther)
        scene.browser.language = "de"
        let german = try scene.send("/account/data/add/familyName", ["value": "Müller\u{AD}", "alias": ""])
        #expect(german.text.contains("Gefunden: U+00AD am Ende."))
    }

    func verified() throws {
        var scene = try Scene()
        try scene.manager.store(.email, "first@example.org", alias: "First")
        try scene.manager.store(.email, "ada@example.org", alias: "Work", isVerified: true)
        let value = try #require(
            try ListOwnData(scene.manager.context)(scene.manager.account().id).first { $0.value.isVerified })
        let page = "/account/data/value/\(value.id)"
        #expect(try scene.send(page, ["alias": "Office", "primary": "yes"]).status == .seeOther)
        let renamed = try #require(try scene.manager.values(.email).first { $0.isVerified })
        #expect(renamed.alias == "Office")
        #expect(renamed.isPrimary)
        let before = try scene.manager.rows()
        #expect(try scene.send(page, ["alias": "Office", "value": "eve@example.org"]).status == .conflict)
        #expect(try scene.manager.rows() == before)
        // A device confirms the removal: the form leads to its page, and changes nothing but that.
        let removal = try scene.send("\(page)/remove", [:])
        #expect(removal["Location"]?.hasPrefix("/login/") == true)
        #expect(try scene.manager.values(.email).count == 2)
        try scene.manager.store(.phoneNumber, "+4930123456", alias: "Desk", isVerified: true)
        let phone = try scene.page(of: .phoneNumber)
        #expect(try scene.browser.get("\(phone)/remove").status == .conflict)
        let outcome = try scene.manager.remove(String(phone.dropFirst("/account/data/value/".count)), of: scene.browser)
        #expect(outcome == .conflict)
        #expect(try scene.manager.values(.phoneNumber).count == 1)
    }

    func changed() throws {
        var scene = try Scene()
        let value = try scene.manager.store(.nickname, "Ada", alias: "One")
        let page = try scene.page(of: .nickname)
        let form = try #require(try scene.browser.get(page).forms.first { $0.action == page })
        var other = value
        other.alias = "Two"
        try scene.manager.replace(other)
        #expect(try scene.browser.send(form, ["value": "Eve", "alias": "One"]).status == .conflict)
        #expect(try scene.manager.values(.nickname).map(\.text) == ["Ada"])
    }

    func foreign() throws {
        var scene = try Scene()
        try scene.manager.store(.email, "mallory@example.org", alias: "Work", user: "mallory")
        let mallory = try scene.manager.account("mallory").id
        let foreign = try #require(try ListOwnData(scene.manager.context)(mallory).first).id
        let invented = Base64URL.encode(Array(repeating: 7, count: 16))
        for page in ["", "/remove"] {
            let answers = try [foreign, invented].map { try scene.browser.get("/account/data/value/\($0)\(page)") }
            #expect(answers.map(\.status) == [.notFound, .notFound])
            #expect(
                answers[0].text.replacing(foreign, with: "") == answers[1].text.replacing(invented, with: ""))
        }
        #expect(try scene.browser.get("/account/data/add/invented").status == .notFound)
    }

    func hostile() throws {
        var scene = try Scene()
        try scene.manager.store(.nickname, "<script>alert(1)</script>", alias: "\"><img src=x onerror=alert(2)>")
        for page in ["/account/data", try scene.page(of: .nickname), "\(try scene.page(of: .nickname))/remove"] {
            let text = try scene.browser.get(page).text
            #expect(!text.contains("<script>alert"))
            #expect(!text.contains("<img"))
        }
    }
}

/// The escapes of `HTML`.
enum HTMLText {
    static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
    }
}

extension TestManager {
    /// Sends the form that removes a value, with a ticket that its page would not give.
    fileprivate func remove(_ id: String, of browser: AccountBrowser) throws -> XignHTTP.Status {
        var browser = browser
        let account = try account().id
        let session = try #require(
            try context.database.read { try $0.browserSessions.all(of: account) }.first)
        let value = try #require(try ListOwnData(context).find(id, of: account))
        let path = "/account/data/value/\(id)/remove"
        let ticket = Ticket(session: session.id, path: path, managerSecret: context.database.vault.managerSecret)
        return try browser.post(path, [("ticket", ticket.text(object: value.digest))]).status
    }
}
