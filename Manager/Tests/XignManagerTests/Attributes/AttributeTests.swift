import Foundation
import Testing
import XignDomain
import XignProtocol

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignSDK
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

struct AttributeTests {
    @Test("Attributes, with the real SDK over TCP", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "A missing value is asked for, signed, and becomes the person's when the login finishes, not before",
            suppliesMissing),
        TestCase("A login that is cancelled leaves nothing of what was supplied", cancelled),
        TestCase(
            "Of several values one is chosen; the choice is remembered for this website, and can be taken back", choice),
        TestCase(
            "A chosen value that is removed is chosen anew, and one that another website got is not told",
            choiceOfRemoved),
        TestCase(
            "An optional attribute is left out unless the person wants it; then it is neither signed nor released",
            optional),
        TestCase(
            "Five corrections, and no more: then the login is over, and the website learns no more than of a cancelled one",
            corrections),
        TestCase("The fifth correction can still be the right one", lastCorrection),
        TestCase(
            "An address that must be verified cannot be supplied, and an unverified one is not released", verified),
        TestCase(
            "What was confirmed and is no more is not released: the login is over, with nothing counted",
            changedBetween, each: ["removed", "changed", "no longer verified"]),
        TestCase("Only what the last statement says is released, whatever was prepared before it", lastStatement),
        TestCase("The same value supplied in two logins at once is stored once", suppliedTwice),
    ]

    let manager: TestManager

    init() throws { manager = try TestManager() }

    func suppliesMissing() async throws {
        try manager.ask(for: .required(.givenName))
        let device = try await TestDevice.activated(manager)
        let browser = try TestBrowser(manager)
        let request = try await device.start(try browser.qrCode)
        let name = try #require(request.info.givenName)
        #expect(name.isRequired && name.isDataMissing && name.aliases.isEmpty)
        #expect(name.setValue(value: " Zoe\u{308} ") == .valid)
        let information = try await device.prepare(request)
        #expect(try manager.values(.givenName).isEmpty && manager.releases(try browser.session).isEmpty)

        _ = try await device.finish(information)
        let value = try #require(try manager.values(.givenName).first)
        #expect(value.text.utf8.elementsEqual("Zoë".utf8))
        #expect(value.isPrimary && !value.isVerified && value.alias == "Given name")
        #expect(try manager.releases(try browser.session) == [.givenName: "Zoë"])

        let next = try await device.start(try TestBrowser(manager).qrCode)
        let known = try #require(next.info.givenName)
        #expect(!known.isDataMissing && known.selection?.alias == "Given name")
        _ = try await device.finish(try await device.prepare(next))
        #expect(try manager.values(.givenName).count == 1)
    }

    func cancelled() async throws {
        try manager.ask(for: .required(.givenName))
        let device = try await TestDevice.activated(manager)
        let browser = try TestBrowser(manager)
        let request = try await device.start(try browser.qrCode)
        _ = request.info.givenName?.setValue(value: "Zoë")
        _ = try await device.prepare(request)
        try await device.sdk.authenticator.abortAuthentication(request: request, reason: .cancelled)
        #expect(try manager.values(.givenName).isEmpty)
        let session = try #require(try manager.snapshot(try browser.session))
        let activation = try #require(session.claim?.activationID)
        let left = try manager.context.database.read {
            try $0.attributeReleases.prepared(session.id, activation: activation)
        }
        #expect(left.isEmpty)
    }

    func choice() async throws {
        try manager.ask(for: .required(.email))
        try manager.store(.email, "ada@work.example", alias: "work")
        try manager.store(.email, "ada@home.example", alias: "home")
        let device = try await TestDevice.activated(manager)
        let browser = try TestBrowser(manager)
        let request = try await device.start(try browser.qrCode)
        let email = try #require(request.info.email)
        #expect(Set(email.aliases.map(\.alias)) == ["work", "home"] && email.selection == nil)
        #expect(email.aliases.filter(\.isPrimary).map(\.alias) == ["work"])
        #expect(email.setSelection(email.aliases.first { $0.alias == "home" }) != nil)
        _ = try await device.finish(try await device.prepare(request))
        #expect(try manager.releases(try browser.session) == [.email: "ada@home.example"])

        let next = try await device.start(try TestBrowser(manager).qrCode)
        #expect(next.info.email?.aliases.map(\.alias) == ["home"] && next.info.email?.selection?.alias == "home")

        let idm = manager.issuer.idmIdentifier
        let choices = try await device.sdk.authenticator.fetchAliasSelections(idmIdentifier: idm)
        #expect(choices.map(\.alias) == ["home"] && choices.map(\.serviceName) == ["Demo website"])
        try await device.sdk.authenticator.forgetAliasSelection(try #require(choices.first), idmIdentifier: idm)
        #expect(try await device.sdk.authenticator.fetchAliasSelections(idmIdentifier: idm).isEmpty)
        let free = try await device.start(try TestBrowser(manager).qrCode)
        #expect(free.info.email?.aliases.count == 2)
    }

    func choiceOfRemoved() async throws {
        try manager.ask(for: .required(.email))
        try manager.store(.email, "ada@work.example", alias: "work")
        let home = try manager.store(.email, "ada@home.example", alias: "home")
        try manager.store(.email, "ada@club.example", alias: "club")
        let device = try await TestDevice.activated(manager)
        let request = try await device.start(try TestBrowser(manager).qrCode)
        let email = try #require(request.info.email)
        #expect(email.setSelection(email.aliases.first { $0.alias == "home" }) != nil)
        _ = try await device.finish(try await device.prepare(request))
        try manager.remove(home)
        let next = try await device.start(try TestBrowser(manager).qrCode)
        #expect(Set((next.info.email?.aliases ?? []).map(\.alias)) == ["work", "club"])
    }

    func optional() async throws {
        try manager.ask(for: .required(.givenName), .optional(.nickname))
        try manager.store(.givenName, "Ada", alias: "passport")
        try manager.store(.nickname, "Countess", alias: "friends")
        let device = try await TestDevice.activated(manager)
        for isWanted in [false, true] {
            let browser = try TestBrowser(manager, scope: "openid profile")
            let request = try await device.start(try browser.qrCode)
            #expect(request.info.nickname?.isRequired == false)
            if isWanted { request.info.nickname?.isIncluded = true }
            let information = try await device.prepare(request)
            #expect(information.statement.attributes.map(\.name) == ["givenName"] + (isWanted ? ["nickname"] : []))
            _ = try await device.finish(information)
            #expect(
                try manager.releases(try browser.session)
                    == (isWanted ? [.givenName: "Ada", .nickname: "Countess"] : [.givenName: "Ada"]))
        }
        // An attribute that no scope and no claim names is not asked for, unless the service requires it.
        let unasked = try await device.start(try TestBrowser(manager).qrCode)
        #expect(unasked.info.nickname == nil && unasked.info.givenName != nil)
    }

    func corrections() async throws {
        try manager.ask(for: .required(.givenName), .required(.familyName))
        let device = try await TestDevice.activated(manager)
        let browser = try TestBrowser(manager)
        let request = try await device.start(try browser.qrCode)
        #expect(request.info.givenName?.setValue(value: "Ada") == .valid)
        for _ in 0...XignDomain.Process.maximumCorrections - 1 {
            let result = try await device.sdk.authenticator.prepareAuthenticationUserInformation(request: request)
            guard case .failure(let returned) = result else { throw TestFailure(what: "accepted") }
            #expect(
                returned.info.familyName?.error == .dataMissing
                    && returned.info.givenName?.error == AuthenticationInformationErrorCode.none)
        }
        let error = await #expect(throws: XignSdkError.self) {
            try await device.sdk.authenticator.prepareAuthenticationUserInformation(request: request)
        }
        #expect(error?.errorCode == .tooManyCorrections)
        #expect(try browser.proceed()["error"] == "access_denied")
        #expect(try manager.auditKinds.contains(.correctionsExhausted))
        #expect(try manager.values(.givenName).isEmpty)
    }

    func lastCorrection() async throws {
        try manager.ask(for: .required(.givenName))
        let device = try await TestDevice.activated(manager)
        let request = try await device.start(try TestBrowser(manager).qrCode)
        for _ in 0..<XignDomain.Process.maximumCorrections {
            guard
                case .failure = try await device.sdk.authenticator.prepareAuthenticationUserInformation(
                    request: request)
            else { throw TestFailure(what: "accepted") }
        }
        #expect(request.info.givenName?.setValue(value: "Ada") == .valid)
        guard case .userLogin = try await device.finish(try await device.prepare(request)) else {
            throw TestFailure(what: "not logged in")
        }
    }

    func verified() async throws {
        try manager.ask(for: .required(.email, verified: true))
        try manager.store(.email, "ada@home.example", alias: "home")
        let device = try await TestDevice.activated(manager)
        let request = try await device.start(try TestBrowser(manager).qrCode)
        let email = try #require(request.info.email)
        #expect(email.isDataMissing && email.needsVerification && email.aliases.isEmpty)
        #expect(email.setValue(value: "ada@home.example") == .valid)
        guard
            case .failure(let returned) = try await device.sdk.authenticator.prepareAuthenticationUserInformation(
                request: request)
        else { throw TestFailure(what: "accepted") }
        #expect(returned.info.email?.error == .notAvailable)

        try manager.store(.email, "ada@work.example", alias: "work", isVerified: true)
        let browser = try TestBrowser(manager)
        _ = try await device.logIn(browser)
        #expect(try manager.releases(try browser.session) == [.email: "ada@work.example"])
    }

    func changedBetween(_ change: String) async throws {
        try manager.ask(for: .required(.email))
        var value = try manager.store(.email, "ada@home.example", alias: "home", isVerified: true)
        let device = try await TestDevice.activated(manager)
        let browser = try TestBrowser(manager)
        let information = try await device.prepare(try await device.start(try browser.qrCode))
        switch change {
        case "removed": try manager.remove(value)
        case "changed":
            value.disclosure = AttributeDisclosure(
                salt: [UInt8](repeating: 1, count: 16), name: "email", value: "mallory@evil.example")
            try manager.replace(value)
        default:
            value.verification = nil
            try manager.replace(value)
        }
        let error = await #expect(throws: XignSdkError.self) { try await device.finish(information) }
        #expect(error?.errorCode == .policyChanged)
        #expect(try manager.releases(try browser.session).isEmpty)
        // Recorded with its reason, which is no wrong factor.
        let events = try manager.context.database.read { try $0.audit.newest(100) }
        let refusals = events.filter { $0.kind == .loginRefused }
        #expect(refusals.map(\.detail) == ["rights or requirements changed since the statement was made"])
    }

    func lastStatement() async throws {
        try manager.ask(for: .optional(.nickname))
        try manager.store(.nickname, "Countess", alias: "friends")
        let device = try await TestDevice.activated(manager)
        let browser = try TestBrowser(manager, scope: "openid profile")
        let first = try await device.start(try browser.qrCode)
        first.info.nickname?.isIncluded = true
        _ = try await device.prepare(first)
        let second = try await device.start(try manager.qrCode(ofSessionOf: browser))
        _ = try await device.finish(try await device.prepare(second))
        #expect(try manager.releases(try browser.session).isEmpty)
    }

    func suppliedTwice() async throws {
        try manager.ask(for: .required(.givenName))
        let device = try await TestDevice.activated(manager)
        var prepared: [AuthenticationUserInformation] = []
        for _ in 0..<2 {
            let request = try await device.start(try TestBrowser(manager).qrCode)
            _ = request.info.givenName?.setValue(value: "Ada")
            prepared.append(try await device.prepare(request))
        }
        for information in prepared { _ = try await device.finish(information) }
        #expect(try manager.values(.givenName).map(\.text) == ["Ada"])
    }
}
