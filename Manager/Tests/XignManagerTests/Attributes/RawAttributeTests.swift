import DatabaseFixture
import Foundation
import Testing
import XignCrypto
import XignDomain
import XignProtocol

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

struct RawAttributeTests {
    @Test("What a device can send for attributes that the SDK never would", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "The device learns which attributes, whether they are missing, and aliases: no value", noValue,
            each: Engine.allCases),
        TestCase("Each mistake has its error, all are told at once, and nothing is signed", mistakes, each: cases),
        TestCase("The alias of another person's value releases nothing", foreignAlias),
        TestCase(
            "More attributes than there are, or a name as long as a request, are refused and not remembered", tooMuch),
        TestCase("A repeated request is not counted as another correction", repetition),
        TestCase(
            "One person cannot take back another's choice, and an old request takes back no new one", forgetting,
            each: Engine.allCases),
        TestCase("An address without a postal code is taken from a device", withoutPostalCode),
        TestCase(
            "A statement with attributes is confirmed whole: a value exchanged in it is another statement", exchanged),
    ]

    func noValue(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        try manager.ask(for: .required(.email), .optional(.nickname), .required(.givenName))
        try manager.store(.email, "ada@work.example", alias: "work")
        try manager.store(.email, "ada@home.example", alias: "home")
        let device = try RawDevice(manager)
        let started = try device.start(try TestBrowser(manager, scope: "openid profile"))
        #expect(Set(started.attributes.keys) == ["email", "nickname", "givenName"])
        #expect(started.attributes["givenName"]?.isMissing == true && started.attributes["email"]?.isMissing == false)
        #expect(started.attributes["email"]?.aliases.map(\.text).sorted() == ["home", "work"])
        let text = String(decoding: try MessageCoding.encode(started), as: UTF8.self)
        #expect(!text.contains("@"))
        // Another website gets other ids for the same values, and another person too: they tell nothing to whoever
        // compares.
        let again = try device.start(try TestBrowser(manager))
        #expect(again.attributes["email"]?.aliases == started.attributes["email"]?.aliases)
        let mallory = try RawDevice(manager, user: "mallory")
        #expect(try mallory.start(try TestBrowser(manager)).attributes["email"]?.aliases.isEmpty == true)
    }

    /// A selection that is sent, with its expected result.
    struct Case: Sendable, CustomTestStringConvertible {
        let what: String
        let attribute: String
        let selection: @Sendable (Start.Response) -> Prepare.Selection?
        let error: Prepare.AttributeError

        var testDescription: String { what }
    }

    static func disclosure(_ name: String, _ value: String) -> String {
        AttributeDisclosure(salt: Array(SecureRandom.bytes(count: 16)), name: name, value: value).text
    }

    static let cases = [
        Case(what: "nothing for what is missing", attribute: "givenName", selection: { _ in nil }, error: .dataMissing),
        Case(
            what: "an empty selection for what is missing", attribute: "givenName", selection: { _ in .init() },
            error: .dataMissing),
        Case(
            what: "a value with white space at its end", attribute: "givenName",
            selection: { _ in .init(disclosure: disclosure("givenName", "Ada ")) }, error: .invalid),
        Case(
            what: "a value that is not in normal form C", attribute: "givenName",
            selection: { _ in .init(disclosure: disclosure("givenName", "Zoe\u{308}")) }, error: .invalid),
        Case(
            what: "a value that turns the direction of text", attribute: "givenName",
            selection: { _ in .init(disclosure: disclosure("givenName", "a\u{202E}b")) }, error: .invalid),
        Case(
            what: "a value of 10,000 characters", attribute: "givenName",
            selection: { _ in .init(disclosure: disclosure("givenName", String(repeating: "a", count: 10_000))) },
            error: .invalid),
        Case(
            what: "a disclosure of another attribute", attribute: "givenName",
            selection: { _ in .init(disclosure: disclosure("familyName", "Ada")) }, error: .invalid),
        Case(
            what: "no disclosure at all", attribute: "givenName",
            selection: { _ in .init(disclosure: "QWRh") }, error: .invalid),
        Case(
            what: "a disclosure with white space", attribute: "givenName",
            selection: { _ in
                .init(disclosure: Base64URL.encode(Array(#"["AAAAAAAAAAAAAAAAAAAAAA", "givenName","Ada"]"#.utf8)))
            }, error: .invalid),
        Case(
            what: "a value and an alias", attribute: "email",
            selection: {
                .init(aliasId: $0.attributes["email"]?.aliases[0].id, disclosure: disclosure("email", "a@b.example"))
            }, error: .invalid),
        Case(
            what: "a value where there is one", attribute: "email",
            selection: { _ in .init(disclosure: disclosure("email", "mallory@evil.example")) }, error: .notAvailable),
        Case(
            what: "a value that must be verified", attribute: "phoneNumber",
            selection: { _ in .init(disclosure: disclosure("phoneNumber", "+4930123456")) }, error: .notAvailable),
        Case(
            what: "an attribute that nobody asked for", attribute: "birthdate",
            selection: { _ in .init(disclosure: disclosure("birthdate", "1815-12-10")) }, error: .notAvailable),
        Case(
            what: "an attribute that does not exist", attribute: "shoeSize",
            selection: { _ in .init(disclosure: disclosure("shoeSize", "38")) }, error: .notAvailable),
        Case(what: "no choice of several", attribute: "email", selection: { _ in .init() }, error: .noAliasSelected),
        Case(
            what: "an alias that was not offered", attribute: "email",
            selection: { _ in .init(aliasId: Base64URL.encode(SecureRandom.bytes(count: 16))) },
            error: .noAliasSelected),
    ]

    func mistakes(_ mistake: Case) throws {
        let manager = try TestManager()
        try manager.ask(
            for: .required(.email), .required(.givenName), .required(.phoneNumber, verified: true),
            .required(.familyName))
        try manager.store(.email, "ada@work.example", alias: "work")
        try manager.store(.email, "ada@home.example", alias: "home")
        let device = try RawDevice(manager)
        let browser = try TestBrowser(manager)
        let started = try device.start(browser)
        var attributes: [String: Prepare.Selection] = [:]
        if let selection = mistake.selection(started) { attributes[mistake.attribute] = selection }
        let answer = try device.prepare(browser, started, attributes)
        #expect(answer.errors?[mistake.attribute] == mistake.error)
        #expect(answer.errors?["familyName"] == .dataMissing)
        #expect(answer.statement == nil)
        #expect(try manager.snapshot(try browser.session)?.statement == nil)
    }

    func foreignAlias() throws {
        let manager = try TestManager()
        try manager.ask(for: .required(.email))
        try manager.store(.email, "ada@work.example", alias: "work")
        try manager.store(.email, "mallory@evil.example", alias: "work", user: "mallory")
        let (ada, mallory) = (try RawDevice(manager), try RawDevice(manager, user: "mallory"))
        let foreign = try ada.start(try TestBrowser(manager)).attributes["email"]?.aliases[0].id
        let browser = try TestBrowser(manager)
        let started = try mallory.start(browser)
        let answer = try mallory.prepare(browser, started, ["email": .init(aliasId: foreign)])
        #expect(answer.errors == ["email": .noAliasSelected])
    }

    func tooMuch() throws {
        let manager = try TestManager()
        try manager.ask(for: .required(.givenName))
        let device = try RawDevice(manager)
        let browser = try TestBrowser(manager)
        let started = try device.start(browser)
        let twelve = (1...12).map { "attribute \($0)" }
        let remembered = { try manager.context.database.read { try $0.rows("SELECT * FROM seen_request").count } }
        let before = try remembered()
        for names in [twelve + ["another"], [String(repeating: "x", count: 65)]] {
            let attributes = Dictionary(uniqueKeysWithValues: names.map { ($0, Prepare.Selection()) })
            let error = #expect(throws: ProtocolError.self) { try device.prepare(browser, started, attributes) }
            #expect(error?.error == .malformed)
        }
        #expect(try remembered() == before && manager.snapshot(try browser.session)?.corrections == 0)
        let attributes = Dictionary(uniqueKeysWithValues: twelve.map { ($0, Prepare.Selection()) })
        #expect(try device.prepare(browser, started, attributes).errors?.count == 13)
    }

    func repetition() throws {
        let manager = try TestManager()
        try manager.ask(for: .required(.givenName))
        let device = try RawDevice(manager)
        let browser = try TestBrowser(manager)
        let started = try device.start(browser)
        let sealed = try device.seal(
            Prepare.self,
            .init(
                sessionId: try browser.session, sessionToken: started.sessionToken, roleId: started.roles[0].id,
                attributes: [:]))
        for _ in 0..<10 {
            #expect(
                try RawDevice.send(sealed, Prepare.self, to: manager.manager).errors == ["givenName": .dataMissing])
        }
        #expect(try manager.snapshot(try browser.session)?.corrections == 1)
    }

    func forgetting(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        try manager.ask(for: .required(.email))
        try manager.store(.email, "ada@work.example", alias: "work")
        try manager.store(.email, "ada@home.example", alias: "home")
        let (ada, mallory) = (try RawDevice(manager), try RawDevice(manager, user: "mallory"))
        func choose(_ alias: String) throws -> Octets {
            let browser = try TestBrowser(manager)
            let started = try ada.start(browser)
            let id = started.attributes["email"]?.aliases.first { $0.text == alias }?.id
            let statement = try #require(try ada.prepare(browser, started, ["email": .init(aliasId: id)]).statement)
            let prepared = RawDevice.Prepared(
                session: try browser.session, token: started.sessionToken, statement: statement.bytes)
            _ = try #require(try ada.finish(prepared).result)
            return try #require(
                try ada.call(AliasChoices.self, .init(activationId: ada.activation), proven: true).choices.first
            ).id
        }
        let first = try choose("work")
        _ = try mallory.call(
            ForgetAliasChoice.self, .init(activationId: mallory.activation, choiceId: first), proven: true)
        #expect(
            try mallory.call(AliasChoices.self, .init(activationId: mallory.activation), proven: true).choices.isEmpty)
        let old = try ada.seal(
            ForgetAliasChoice.self, .init(activationId: ada.activation, choiceId: first), proven: true)
        _ = try RawDevice.send(old, ForgetAliasChoice.self, to: manager.manager)
        let second = try choose("home")
        #expect(second != first)
        _ = try RawDevice.send(old, ForgetAliasChoice.self, to: manager.manager)
        #expect(
            try ada.call(AliasChoices.self, .init(activationId: ada.activation), proven: true).choices.map(\.id) == [
                second
            ])
        #expect(throws: ProtocolError.self) {
            try ada.call(AliasChoices.self, .init(activationId: ada.activation), proven: false)
        }
    }

    func withoutPostalCode() throws {
        let manager = try TestManager()
        try manager.ask(for: .required(.address))
        let device = try RawDevice(manager)
        let browser = try TestBrowser(manager)
        let started = try device.start(browser)
        func answer(_ address: String) throws -> Prepare.Response {
            try device.prepare(browser, started, ["address": .init(disclosure: Self.disclosure("address", address))])
        }
        for members in [#""postal_code":"","#, #""region":"","#] {
            let flawed = #"{"country":"HK","locality":"Hong Kong",\#(members)"street_address":"1 Nathan Road"}"#
            #expect(try answer(flawed).statement == nil)
        }
        let whole = #"{"country":"HK","locality":"Hong Kong","street_address":"1 Nathan Road"}"#
        #expect(try answer(whole).statement != nil)
    }

    func exchanged() throws {
        let manager = try TestManager()
        try manager.ask(for: .required(.givenName))
        let device = try RawDevice(manager)
        let browser = try TestBrowser(manager)
        let started = try device.start(browser)
        let answer = try device.prepare(
            browser, started, ["givenName": .init(disclosure: Self.disclosure("givenName", "Ada"))])
        var statement = try ConsentStatement(parsing: try #require(answer.statement).bytes)
        statement.attributes[0].digest = [UInt8](repeating: 7, count: 32)
        let error = #expect(throws: ProtocolError.self) {
            try device.finish(
                .init(
                    session: try browser.session, token: started.sessionToken, statement: statement.serialized))
        }
        #expect(error?.error == .statementMismatch)
        #expect(try manager.values(.givenName).isEmpty)
    }
}
