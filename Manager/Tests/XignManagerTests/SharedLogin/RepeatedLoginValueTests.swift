import DatabaseFixture
import Testing
import XignDomain
import XignHTTP
import XignProtocol
import XignStorage

@testable import XignServer
@testable import XignUseCases

/// Declared attributes and account names at logins that a browser repeats: a website is told what was confirmed and is
/// still held.
struct RepeatedLoginValueTests {
    @Test("Values at logins without the device", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("a confirmed value is told again", unchanged, each: RepeatedValue.all),
        TestCase(
            "a value that has changed or gone is told no more: nobody logs in by it, or without it", changed,
            each: RepeatedValue.all, ["other", nil]),
        TestCase(
            "a value of later is not told where the person has confirmed none", unconfirmed, each: Kind.allCases,
            [true, false]),
        TestCase("a required value whose release is gone needs the device", lostRelease, each: Engine.allCases),
        TestCase("a value that somebody has altered needs the device", altered, each: Altered.allCases),
        TestCase(
            "a value that changes between the look and the code is not told", between, each: RepeatedValue.all,
            Engine.allCases),
        TestCase(
            "a value that changes at the moment of a use is not told", race, each: RepeatedValue.all, Engine.allCases),
    ]

    typealias Kind = RepeatedValue.Kind

    func unchanged(_ value: RepeatedValue) throws {
        let scene = try RepeatedValueScene(value)
        for _ in 0..<2 { #expect(try scene.told(try scene.silently()) == RepeatedValueScene.confirmed) }
    }

    func changed(_ value: RepeatedValue, _ text: String?) throws {
        let scene = try RepeatedValueScene(value)
        _ = try #require(try scene.silently())
        try scene.set(text)
        let code = try scene.silently()
        #expect((code != nil) == value.goesOn)
        if let code { #expect(try scene.told(code) == nil) }
    }

    func unconfirmed(_ kind: Kind, _ isLeftOut: Bool) throws {
        let value = RepeatedValue(kind: kind, form: .optional)
        let scene = try RepeatedValueScene(
            value, isHeld: isLeftOut, without: isLeftOut ? [RepeatedValueScene.label] : [])
        try scene.set(RepeatedValueScene.confirmed)
        let code = try scene.silently()
        #expect((code != nil) == value.goesOn)
        if let code { #expect(try scene.told(code) == nil) }
    }

    func lostRelease(_ engine: Engine) throws {
        let scene = try RepeatedValueScene(RepeatedValue(kind: .remembered, form: .accountName), engine)
        _ = try #require(try scene.silently())
        try scene.scene.write { try $0.execute("DELETE FROM attribute_release") }
        #expect(try scene.silently() == nil)
    }

    enum Altered: CaseIterable { case held, released }

    func altered(_ altered: Altered) throws {
        let scene = try RepeatedValueScene(RepeatedValue(kind: .remembered, form: .required))
        _ = try #require(try scene.silently())
        try scene.scene.write { transaction in
            switch altered {
            case .held: try transaction.execute("UPDATE declared_value SET sealed_value = \([UInt8](1...99))")
            case .released: try transaction.execute("UPDATE attribute_release SET sealed_releases = \([UInt8](1...99))")
            }
        }
        #expect(try scene.silently() == nil)
    }

    func between(_ value: RepeatedValue, _ engine: Engine) async throws {
        let scene = try RepeatedValueScene(value, engine)
        let code = try await scene.use(at: scene.context) {
            #expect(throws: Never.self) { try scene.set("other") }
            return true
        }
        #expect((code != nil) == value.goesOn)
        if let code { #expect(try scene.told(code.text) == nil) }
    }

    func race(_ value: RepeatedValue, _ engine: Engine) async throws {
        let scene = try RepeatedValueScene(value, engine)
        let node = try scene.scene.manager.secondNode()
        defer { node.context.database.close() }
        async let used = scene.use(at: scene.context) { true }
        async let changed: Void = scene.set("other", at: node.context)
        let code = try await used
        try await changed
        if let code { #expect(try scene.told(code.text) == nil) }
        let next = try await scene.use(at: node.context) { true }
        #expect((next != nil) == value.goesOn)
    }
}

/// A value, and the kind of login that a browser repeats.
struct RepeatedValue: Sendable, CustomTestStringConvertible {
    enum Kind: CaseIterable { case remembered, shared }
    enum Form: CaseIterable { case required, optional, accountName }

    let kind: Kind
    let form: Form

    static let all = Kind.allCases.flatMap { kind in Form.allCases.map { RepeatedValue(kind: kind, form: $0) } }

    var testDescription: String { "\(kind), \(form)" }

    /// True if the login goes on without a value that is not confirmed: a shared login asks its person.
    var goesOn: Bool { kind == .remembered && form == .optional }

    var claim: String { form == .accountName ? "preferred_username" : "cost_centre" }
    var scope: String { form == .accountName ? "openid" : "openid hr" }

    var declaration: String {
        let login = kind == .shared ? "sharedLogin: true" : "rememberedLogin: { minutes: 60 }"
        let attribute = "{ name: costCentre, required: \(form == .required) }"
        let yaml = SharedLoginScene.declaration(
            wiki: form == .accountName ? "\(login)\n        accountName: preferred_username" : login)
        return """
            settings:
              attributes: [{ name: costCentre, label: \(RepeatedValueScene.label), claim: cost_centre, scope: hr }]

            """
                + (form == .accountName
                    ? yaml
                    : yaml.replacing(
                        "{ name: nickname, required: false }]",
                        with: "{ name: nickname, required: false }, \(attribute)]"))
    }
}

/// Ada's browser, which repeats a login at the wiki.
struct RepeatedValueScene: Sendable {
    static let label = "Cost centre"
    static let confirmed = "4711"

    let scene: SharedLoginScene
    private let value: RepeatedValue
    private let jar: SharedLoginScene.Jar

    var context: Context { scene.manager.context }

    /// - Parameters:
    ///   - isHeld: false for a person who confirms the login without the value.
    ///   - without: the names of what she leaves out.
    init(
        _ value: RepeatedValue, _ engine: Engine = .sqlite, isHeld: Bool = true, without: Set<String> = []
    ) throws {
        self.value = value
        scene = try SharedLoginScene(engine, value.declaration)
        if isHeld { try Self.set(Self.confirmed, of: value, at: scene.manager.context) }
        var jar = SharedLoginScene.Jar(scene)
        let asked: [String: String?] = ["scope": value.scope]
        switch value.kind {
        case .remembered:
            let id = try jar.begin("wiki", asked)
            _ = try jar.post("/login/\(id)/remember", [("remember", "yes")])
            try scene.confirm(id, .init(without: without))
            _ = try jar.post("/login/\(id)/continue")
        case .shared:
            var before = SharedLoginScene.Jar(scene)
            try before.logIn("wiki", without: without, asked)
            try jar.logIn("shop", shares: true)
        }
        self.jar = jar
    }

    /// - Parameter text: nil: she has none then.
    func set(_ text: String?, at context: Context? = nil) throws {
        try Self.set(text, of: value, at: context ?? self.context)
    }

    private static func set(_ text: String?, of value: RepeatedValue, at context: Context) throws {
        let (user, admin) = (TestManager.userName, TestManager.operatorName)
        let hasChanged =
            value.form == .accountName
            ? try context.setAccountName(text, user: user, at: "wiki", by: admin)
            : try context.setAttribute("costCentre", ofUser: user, to: text, by: admin)
        try #require(hasChanged || text == confirmed)
    }

    /// Returns the code without a page; nil where the device is needed.
    func silently() throws -> String? {
        var jar = jar
        return try jar.silently("wiki", ["scope": value.scope])
    }

    /// Uses the login at one of two managers.
    /// - Parameter isAdmitted: is asked after the look, before the code.
    /// - Returns: nil where the device is needed.
    func use(at context: Context, isAdmitted: () -> Bool) async throws -> BearerToken? {
        let website = try scene.website("wiki")
        let name = value.kind == .shared ? "xign-shared-" : "xign-remembered-"
        let request = UseRememberedLogin.Request(
            AuthorizationRequest(
                redirectURI: website.redirectURI, state: nil,
                requirements: LoginRequirements(
                    scope: value.scope.split(separator: " ").map(String.init), codeChallenge: website.challenge)),
            at: try scene.service("wiki").id,
            cookie: try #require(jar.cookies.first { $0.name.contains(name) }).value)
        let outcome =
            switch value.kind {
            case .remembered: try await UseRememberedLogin(context)(request) { _ in isAdmitted() }
            case .shared: try await UseSharedLogin(context)(request) { _ in isAdmitted() }
            }
        guard case .code(let code) = outcome else { return nil }
        return code
    }

    /// The value that the website is told for a code; nil for none, and for a code that it cannot redeem.
    func told(_ code: String?) throws -> String? {
        let answer = try scene.redeem(try #require(code), at: "wiki")
        guard answer.status == .ok else { return nil }
        return try scene.userInfo(try answer.json).json[value.claim]?.string
    }
}
