import Foundation
import Testing
import XignProtocol
import XignSDKTesting

@testable import XignSDK

struct MergeTests {
    @Test("an invitation of a user whose app is activated", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(await Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("is shown with its roles, and accepted by an authentication", accepts),
        TestCase("whose answer got lost is accepted, and the acceptance is repeated", lostAnswer),
        TestCase("counts a wrong PIN, and goes on after the lockout", lockout),
        TestCase("that turns out to be another one is refused", otherInvitation, each: bends.indices),
        TestCase("is not signed with other data than were shown", otherStatement, each: statementBends.indices),
        TestCase("that turns out to be a login or a utility process is refused", swapped, each: BegunProcess.allCases),
        TestCase(
            "that is refused says why", refused,
            each: [
                (ProtocolErrorCode.otherAccount, XignSdkErrorCode.otherAccount), (.clientTooOld, .clientTooOld),
            ]),
    ]

    let manager: TestManager
    let device: TestDevice
    static let organization = OrganizationDescription(
        id: "org", name: "Zoë GmbH", website: "https://org.example.org", address: nil, description: nil)
    static let invitation = InvitationSubject(
        organization: .init(id: "org", name: "Zoë GmbH"), address: "alice@example.org",
        roles: [.init(service: "Shop", role: "Customer"), .init(service: "Wiki", role: "Author")])

    init() async throws {
        manager = try TestManager()
        device = try await TestDevice.personalized(at: manager)
        let (session, claim) = (manager.session, manager.claimToken)
        manager.state.withLock {
            $0.openAnswer = .merge(
                Open.Merge(
                    sessionId: session, sessionToken: claim, organization: Self.organization,
                    address: "alice@example.org"))
            $0.login = .init(.utility(.merge(Self.invitation)))
        }
    }

    private func open() async throws -> (MergeInformation, AuthenticationInitializationDataWithSession) {
        guard case .mergePersonalization(let information, let data) = try await device.decrypt(pin: "482915") else {
            throw UnexpectedAnswer()
        }
        return (information, data)
    }

    func accepts() async throws {
        let (information, data) = try await open()
        #expect(information.emailAddress == "alice@example.org")
        #expect(information.organizationInformation.name == "Zoë GmbH")
        #expect(information.roles.isEmpty)
        let request = try await device.start(data)
        guard case .merge(let shown) = request.subject else { throw UnexpectedAnswer() }
        #expect(shown.organizationInformation == information.organizationInformation)
        #expect(shown.emailAddress == "alice@example.org")
        #expect(shown.roles.map(\.serviceName) == ["Shop", "Wiki"])
        #expect(shown.roles.map(\.roleName) == ["Customer", "Author"])
        let result = try await device.finish(device.prepare(request), pin: "482915")
        guard case .apiAccessMergeComplete(let idm) = result else { throw UnexpectedAnswer() }
        #expect(idm == manager.idm)
        #expect(manager.state.withLock { $0.utility.isMerged })
    }

    func lostAnswer() async throws {
        let information = try await device.prepare(device.start(open().1))
        manager.state.withLock { $0.lostAnswers = [.finish] }
        #expect(await code { try await device.finish(information, pin: "482915") } == .connectionFailed)
        manager.state.withLock { $0.lostAnswers = [] }
        let result = try await device.sdk.authenticator.finishAuthentication(userInfo: information)
        guard case .apiAccessMergeComplete = result else { throw UnexpectedAnswer() }
    }

    func lockout() async throws {
        let result = try await device.authenticate(open().1, pin: "111222")
        guard case .lockout(_, let again) = result,
            case .apiAccessMergeComplete = try await device.finish(again, pin: "482915")
        else { throw UnexpectedAnswer() }
    }

    typealias Bend = @Sendable (inout InvitationSubject) -> Void
    static let bends: [(String, Bend)] = [
        ("organization id", { $0.organization.id = "other" }),
        ("organization name", { $0.organization.name = "Other" }),
        ("organization in another normal form", { $0.organization.name = "Zoe\u{308} GmbH" }),
        ("address", { $0.address = "mallory@example.org" }),
    ]

    func otherInvitation(_ index: Int) async throws {
        let (_, data) = try await open()
        var other = Self.invitation
        Self.bends[index].1(&other)
        manager.state.withLock { [other] in $0.login.subject = .utility(.merge(other)) }
        #expect(await code { try await device.start(data) } == .consentMismatch, "\(Self.bends[index].0)")
    }

    static let moreBends: [(String, Bend)] = [
        ("role", { $0.roles[0].role = "Admin" }), ("service", { $0.roles[0].service = "Bank" }),
        ("one role less", { $0.roles.removeLast() }),
        ("one role more", { $0.roles.append(.init(service: "Bank", role: "Admin")) }),
        ("order of roles", { $0.roles.reverse() }),
    ]
    static let statementBends = bends + moreBends

    func otherStatement(_ index: Int) async throws {
        let request = try await device.start(open().1)
        manager.state.withLock {
            $0.bendStatement = { statement in
                guard case .utility(.merge(var invitation)) = statement.subject else { return }
                Self.statementBends[index].1(&invitation)
                statement.subject = .utility(.merge(invitation))
            }
        }
        #expect(
            await code { try await device.prepare(request) } == .consentMismatch, "\(Self.statementBends[index].0)")
    }

    func swapped(_ process: BegunProcess) async throws {
        let (_, data) = try await open()
        manager.state.withLock { $0.login = .init(.utility(process.subject)) }
        #expect(await code { try await device.start(data) } == .consentMismatch)
        manager.state.withLock { $0.login = .init() }
        #expect(await code { try await device.start(data) } == .consentMismatch)
    }

    func refused(_ refusal: ProtocolErrorCode, _ expected: XignSdkErrorCode) async throws {
        manager.state.withLock { $0.refusals = [.open: ProtocolError(refusal)] }
        #expect(await code { try await device.decrypt(pin: "482915") } == expected)
    }
}
