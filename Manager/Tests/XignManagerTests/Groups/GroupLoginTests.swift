import DatabaseFixture
import Foundation
import Testing
import XignDomain
import XignHTTP
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

struct GroupLoginTests {
    @Test("Groups that a website receives", arguments: TestCase.all(tests + changeTests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "ID token and user info tell the confirmed ones, in the order of their bytes, of one organization alone",
            told, each: Engine.allCases),
        TestCase("they are told where a scope or the claims ask for them, and nowhere else", destinations),
        TestCase("without any, the website gets an empty list, and nobody is asked", none, each: ["all", "[guests]"]),
        TestCase("optional ones that the person leaves out are no claim, and not an empty list", leftOut),
        TestCase("nobody logs in without required ones", required),
        TestCase("a service learns those alone that it names", named),
        TestCase("a service that may learn none gets neither the scope nor a question", notAsked),
        TestCase("more names than a device can show are told all the same", many),
        TestCase(
            "the device shows them in the person's language, else in the website's, else the operator's", language),
        TestCase("the statement names what was shown, and its digest fixes all of them", statement),
        TestCase("the discovery document tells of them where a service may learn some", discovery),
    ]

    // MARK: What is told

    func told(_ engine: Engine) throws {
        let scene = try GroupScene(engine, ada: ["staff", "Ärzte", "ops"])
        try scene.apply(
            """
            organizations: [{ name: Other Ltd, groups: [others] }]
            users: [{ name: ada, memberships: [Example Inc., Other Ltd], groups: { Other Ltd: [others] } }]
            """)
        let begun = try scene.begin()
        #expect(begun.shown == ["Groups": "ops, staff, Ärzte"])
        try scene.finish(begun)
        let tokens = try scene.redeem(begun)
        #expect(try tokens.idToken == ["ops", "staff", "Ärzte"])
        #expect(try tokens.userInfo == ["ops", "staff", "Ärzte"])
    }

    func destinations() throws {
        let scene = try GroupScene()
        for (claims, idToken, userInfo): (String, [String]?, [String]?) in [
            (#"{"id_token":{"groups":null}}"#, ["ops", "staff"], nil),
            (#"{"userinfo":{"groups":{"essential":true}}}"#, nil, ["ops", "staff"]),
            (#"{"userinfo":{"group":null},"id_token":{"email":null}}"#, nil, nil),
        ] {
            let tokens = try scene.logIn(scope: "openid", claims: claims)
            #expect(try tokens.idToken == idToken, "\(claims)")
            #expect(try tokens.userInfo == userInfo, "\(claims)")
        }
        #expect(try scene.begin(scope: "openid profile").shown == [:])
    }

    func none(groups: String) throws {
        for isRequired in [true, false] {
            let scene = try GroupScene(
                service: "{ names: \(groups), required: \(isRequired) }", ada: groups == "all" ? [] : ["staff"])
            let begun = try scene.begin()
            #expect(begun.shown == [:])
            try scene.finish(begun)
            let tokens = try scene.redeem(begun)
            #expect(try tokens.idToken == [])
            #expect(try tokens.userInfo == [])
        }
    }

    func leftOut() throws {
        let scene = try GroupScene(service: "{ names: all, required: false }")
        let begun = try scene.begin()
        #expect(begun.started.attributes["Groups"]?.isRequired == false)
        try scene.finish(begun, [:])
        let tokens = try scene.redeem(begun)
        #expect(try tokens.idToken == nil)
        #expect(try tokens.userInfo == nil)
    }

    func required() throws {
        let scene = try GroupScene()
        let begun = try scene.begin()
        #expect(begun.started.attributes["Groups"]?.isRequired == true)
        #expect(throws: ProtocolError(.policyChanged)) { try scene.finish(begun, [:]) }
    }

    func named() throws {
        let scene = try GroupScene(service: "[ops, guests]")
        let begun = try scene.begin()
        #expect(begun.shown == ["Groups": "ops"])
        try scene.finish(begun)
        #expect(try scene.redeem(begun).idToken == ["ops"])
    }

    func notAsked() throws {
        let scene = try GroupScene(service: nil)
        let begun = try scene.begin(claims: #"{"id_token":{"groups":null}}"#)
        #expect(begun.shown == [:])
        try scene.finish(begun)
        let tokens = try scene.redeem(begun)
        #expect(tokens.body["scope"] == "openid")
        #expect(try tokens.idToken == nil)
        #expect(try tokens.userInfo == nil)
    }

    func many() throws {
        let names = (10..<60).map { "a group of people \($0)" }
        let scene = try GroupScene(ada: nil)
        try scene.declare(groups: names, ada: names)
        let begun = try scene.begin()
        #expect(begun.shown["Groups"]??.hasSuffix("a group of people 20 and 39 more") == true)
        try scene.finish(begun)
        #expect(try scene.redeem(begun).idToken == names)
    }

    func language() throws {
        let scene = try GroupScene()
        #expect(try scene.begin(more: ["ui_locales": "de"]).shown == ["Gruppen": "ops, staff"])
        let account = try scene.manager.account().id
        try scene.manager.context.database.write { try $0.accounts.setLanguage(.english, account: account) }
        let begun = try scene.begin(more: ["ui_locales": "de"])
        #expect(begun.shown == ["Groups": "ops, staff"])
        try scene.manager.context.database.write { try $0.accounts.setLanguage(nil, account: account) }
        try scene.apply("settings: { operator: { name: Beispiel, language: de } }")
        #expect(try scene.begin().shown == ["Gruppen": "ops, staff"])
    }

    func statement() throws {
        let scene = try GroupScene()
        let begun = try scene.begin()
        let prepared = try scene.device.prepare(begun.browser, begun.started, begun.selections)
        let statement = try ConsentStatement(parsing: try #require(prepared.statement).bytes)
        let attribute = try #require(statement.attributes.first)
        #expect(statement.attributes.count == 1)
        #expect(attribute.name == "Groups")
        #expect(attribute.aliasText == "ops, staff")
        let (session, activation) = (try begun.browser.session, scene.device.activation)
        let releases = try scene.manager.context.database.read {
            try $0.attributeReleases.prepared(session, activation: activation)
        }
        let release = try #require(releases.additional.first)
        #expect(release.disclosure.name == "groups")
        #expect(release.disclosure.value == "ops, staff")
        #expect(release.disclosure.digest == attribute.digest)
    }

    func discovery() throws {
        func names(_ scene: GroupScene, _ member: String) throws -> [String] {
            let answer = scene.manager.router.respond(to: try Request(.get, "/.well-known/openid-configuration"))
            let document = try JSONSerialization.jsonObject(with: Data(answer.bytes)) as? [String: Any]
            return document?[member] as? [String] ?? []
        }
        let scene = try GroupScene()
        let without = try GroupScene(service: nil)
        for member in ["scopes_supported", "claims_supported"] {
            #expect(try names(scene, member).contains("groups"))
            #expect(try !names(without, member).contains("groups"))
        }
    }
}
