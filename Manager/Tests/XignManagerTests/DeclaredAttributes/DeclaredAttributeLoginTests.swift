import DatabaseFixture
import Foundation
import Testing
import XignDomain
import XignProtocol
import XignStorage

@testable import XignServer
@testable import XignUseCases

struct DeclaredAttributeLoginTests {
    @Test("Logins with declared attributes and account names", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("a required attribute is shown by its label, signed and told", required, each: Engine.allCases),
        TestCase("an optional one is asked for by its scope or by claims, and told if it is included", optional),
        TestCase("number and truth value are told as such", types),
        TestCase("the device gets the label in the person's language", language),
        TestCase("nobody logs in without a value that is required, and the device learns that there is none", missing),
        TestCase(
            "a value that changes is told no more, and the new one after another login", changed, each: Engine.allCases),
        TestCase("a value that changes before the statement is signed ends the login", changedBeforeFinish),
        TestCase("a refresh with a narrower scope does not tell it", narrower),
        TestCase("a service that may no longer receive it is told nothing at once", withdrawn),
        TestCase("an account name is told at each login in both places", accountName, each: Engine.allCases),
        TestCase("nobody logs in where no account name is given, and one person's name is no other's", withoutName),
        TestCase("an account name that changes ends what the former one gave", renamed, each: Engine.allCases),
        TestCase("an account name that changes before the statement is signed ends the login", renamedBeforeFinish),
        TestCase("discovery names the scopes and claims of active services", discovery),
    ]

    private static let offline = "offlineAccess: { days: 30 }"

    func required(_ engine: Engine) throws {
        let scene = try DeclaredScene(engine)
        let begun = try scene.scene.begin(scope: "openid")
        #expect(begun.shown == ["Cost centre": "Cost centre"])
        #expect(begun.started.attributes["Cost centre"]?.isRequired == true)
        let prepared = try scene.device.prepare(begun.browser, begun.started, begun.selections)
        let statement = try ConsentStatement(parsing: try #require(prepared.statement).bytes)
        #expect(statement.attributes.map(\.name) == ["Cost centre"])
        try scene.scene.finish(begun)
        let tokens = try scene.scene.redeem(begun)
        #expect(try tokens.idTokenClaims["cost_centre"] == nil)
        #expect(try tokens.userInfoClaims["cost_centre"] as? String == "4711")
        #expect(throws: ProtocolError(.policyChanged)) {
            try scene.scene.finish(try scene.scene.begin(scope: "openid"), [:])
        }
    }

    func optional() throws {
        let scene = try DeclaredScene(service: "attributes: [{ name: costCentre, required: false }]")
        #expect(try scene.scene.begin(scope: "openid").shown == [:])
        #expect(try scene.scene.logIn(scope: "openid hr").userInfoClaims["cost_centre"] as? String == "4711")
        let claims = #"{"id_token":{"cost_centre":null}}"#
        let named = try scene.scene.logIn(scope: "openid", claims: claims)
        #expect(try named.idTokenClaims["cost_centre"] as? String == "4711")
        #expect(try named.userInfoClaims["cost_centre"] == nil)
        let leftOut = try scene.scene.begin(scope: "openid hr")
        try scene.scene.finish(leftOut, [:])
        #expect(try scene.scene.redeem(leftOut).userInfoClaims["cost_centre"] == nil)
        try scene.set("costCentre", nil)
        let without = try scene.scene.begin(scope: "openid hr")
        #expect(without.started.attributes["Cost centre"]?.isMissing == true)
        try scene.scene.finish(without, [:])
        #expect(try scene.scene.redeem(without).userInfoClaims["cost_centre"] == nil)
        // Another service's claim is unknown here.
        #expect(try scene.scene.begin(scope: "openid", claims: #"{"userinfo":{"seats":null}}"#).shown == [:])
    }

    func types() throws {
        let scene = try DeclaredScene(
            service: "attributes: [seats, trainee]\nclaimsIn: idToken",
            ada: "attributes: { seats: -3, trainee: false }")
        let claims = try scene.scene.logIn(scope: "openid").idTokenClaims
        #expect(claims["seats"] as? Int == -3)
        #expect(claims["trainee"] as? Bool == false)
    }

    func language() throws {
        let scene = try DeclaredScene()
        let account = try scene.manager.account().id
        try scene.manager.context.database.write { try $0.accounts.setLanguage(.german, account: account) }
        #expect(try scene.scene.begin(scope: "openid").shown == ["Kostenstelle": "Kostenstelle"])
    }

    func missing() throws {
        let scene = try DeclaredScene(ada: "active: true")
        let begun = try scene.scene.begin(scope: "openid")
        let offered = try #require(begun.started.attributes["Cost centre"])
        #expect(offered.isRequired)
        #expect(offered.isMissing)
        #expect(offered.aliases.isEmpty)
        let prepared = try scene.device.prepare(begun.browser, begun.started, ["Cost centre": .init()])
        #expect(prepared.statement == nil)
    }

    func changed(_ engine: Engine) throws {
        let scene = try DeclaredScene(engine, service: "attributes: [costCentre]\n\(Self.offline)")
        let tokens = try scene.scene.logIn(scope: "openid offline_access")
        #expect(try tokens.userInfoClaims["cost_centre"] as? String == "4711")
        try scene.set("costCentre", "4712")
        #expect(try tokens.userInfoClaims["cost_centre"] == nil)
        let refreshed = try scene.scene.refresh(tokens)
        #expect(try refreshed.userInfoClaims["cost_centre"] == nil)
        try scene.set("costCentre", "4711")
        #expect(try refreshed.userInfoClaims["cost_centre"] as? String == "4711")
        try scene.set("costCentre", "4712")
        #expect(try scene.scene.logIn(scope: "openid").userInfoClaims["cost_centre"] as? String == "4712")
    }

    func changedBeforeFinish() throws {
        let scene = try DeclaredScene()
        let begun = try scene.scene.begin(scope: "openid")
        let prepared = try scene.device.prepare(begun.browser, begun.started, begun.selections)
        try scene.set("costCentre", "4712")
        #expect(throws: ProtocolError(.policyChanged)) {
            try scene.device.finish(
                .init(
                    session: try begun.browser.session, token: begun.started.sessionToken,
                    statement: try #require(prepared.statement).bytes))
        }
    }

    func narrower() throws {
        let scene = try DeclaredScene(
            service: "attributes: [{ name: costCentre, required: false }]\n\(Self.offline)")
        let tokens = try scene.scene.logIn(scope: "openid offline_access hr")
        #expect(try scene.scene.refresh(tokens, scope: "openid").userInfoClaims["cost_centre"] == nil)
        #expect(try scene.scene.refresh(tokens).userInfoClaims["cost_centre"] as? String == "4711")
    }

    func withdrawn() throws {
        let scene = try DeclaredScene()
        let tokens = try scene.scene.logIn(scope: "openid")
        try scene.apply(DeclaredScene.declaration(service: "attributes: [{ name: seats, required: false }]"))
        #expect(try tokens.userInfoClaims["cost_centre"] == nil)
    }

    // MARK: Account names

    private static let named = "accountName: preferred_username\n\(offline)"

    func accountName(_ engine: Engine) throws {
        let scene = try DeclaredScene(engine, service: Self.named, ada: "accountNames: { demo: ada.l }")
        let begun = try scene.scene.begin(scope: "openid")
        #expect(begun.shown == ["Account at Demo website": "ada.l"])
        try scene.scene.finish(begun)
        let tokens = try scene.scene.redeem(begun)
        #expect(try tokens.idTokenClaims["preferred_username"] as? String == "ada.l")
        #expect(try tokens.userInfoClaims["preferred_username"] as? String == "ada.l")
    }

    func withoutName() throws {
        let scene = try DeclaredScene(service: Self.named, ada: "active: true")
        try scene.name("ada.l", user: "mallory")
        let begun = try scene.scene.begin(scope: "openid")
        #expect(begun.started.attributes["Account at Demo website"]?.isMissing == true)
        #expect(begun.started.attributes["Account at Demo website"]?.isRequired == true)
        #expect(
            try scene.device.prepare(begun.browser, begun.started, ["Account at Demo website": .init()]).statement
                == nil)
        #expect(try scene.device.prepare(begun.browser, begun.started, [:]).statement == nil)
    }

    func renamed(_ engine: Engine) throws {
        let scene = try DeclaredScene(engine, service: Self.named, ada: "accountNames: { demo: ada.l }")
        let tokens = try scene.scene.logIn(scope: "openid offline_access")
        let waiting = try scene.scene.begin(scope: "openid")
        try scene.scene.finish(waiting)
        try scene.name("ada.lovelace")
        #expect(try !tokens.isAccepted)
        #expect(try scene.scene.refresh(tokens).body["error"] == "invalid_grant")
        #expect(try waiting.browser.proceed()["code"] == nil)
        let again = try scene.scene.logIn(scope: "openid")
        #expect(try again.idTokenClaims["preferred_username"] as? String == "ada.lovelace")
        try scene.name(nil)
        #expect(try !again.isAccepted)
    }

    func renamedBeforeFinish() throws {
        let scene = try DeclaredScene(service: Self.named, ada: "accountNames: { demo: ada.l }")
        let begun = try scene.scene.begin(scope: "openid")
        let prepared = try scene.device.prepare(begun.browser, begun.started, begun.selections)
        try scene.name("eve")
        #expect(throws: (any Error).self) {
            try scene.device.finish(
                .init(
                    session: try begun.browser.session, token: begun.started.sessionToken,
                    statement: try #require(prepared.statement).bytes))
        }
    }

    func discovery() throws {
        let scene = try DeclaredScene(service: "attributes: [costCentre]\naccountName: login")
        let features = try scene.manager.context.providerFeatures()
        #expect(features.additionalScopes == ["hr"])
        #expect(features.additionalClaims == ["cost_centre", "login"])
        try scene.apply(DeclaredScene.declaration(service: "description: \"-\""))
        #expect(try scene.manager.context.providerFeatures().additionalClaims == [])
    }
}
