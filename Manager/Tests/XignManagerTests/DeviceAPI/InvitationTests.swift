import DatabaseFixture
import Testing
import XignCrypto
import XignDomain
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignServer
@testable import XignUseCases

struct InvitationTests {
    @Test("Opening an invitation with and without an existing activation", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("The right PIN and a proven activation begin a merge that shows organization and address", merge),
        TestCase("Without an activation, an invitation is personalized, and shows who invites", personalize),
        TestCase(
            "A repeated request gets the same merge while its process is open, then that the session has ended",
            repetition),
        TestCase("The process of a merge ends with the activation that it is bound to", endsWithActivation),
        TestCase("A wrong secret, and an expired or void invitation, come before everything else", invalid),
        TestCase("The device of a disabled account is told so, before the state of the invitation", disabledAccount),
        TestCase(
            "An activation in use: its own device is activated already, everybody else is told when it was used", inUse),
        TestCase(
            "An activated device opens no activation that is not an invitation, its own account's neither", noInvitation
        ),
        TestCase("An invitation whose account is more than a placeholder merges with nobody", used, each: Use.allCases),
        TestCase(
            "An invitation for one user is refused to the others, and to whoever proves no activation", otherAccount),
        TestCase("An app that cannot show a merge is too old for it, before a PIN is looked at", tooOld),
        TestCase("A wrong PIN of an activated device is counted at the invitation, and not at the device", wrongPIN),
        TestCase(
            "The fifth wrong PIN voids the invitation, and a repetition of that request gets the same answer", voided),
        TestCase(
            "An existing activation that is named but not proven counts as absent, whether it exists or not", unproven),
        TestCase("Of many requests at once at most five processes are open", bound, each: Engine.allCases),
    ]

    let manager: TestManager

    init() throws {
        manager = try TestManager()
        _ = try Apply(manager.context)(Array("users: [{name: eve}]".utf8))
    }

    func merge() throws {
        let device = try RawDevice(manager, user: "eve")
        let invitation = try manager.invite()
        let merge = try #require(try invitation.open(existing: device).merge)
        #expect(merge.organization.name == "Example Inc.")
        #expect(merge.address == "eve@example.org")
        let process = try #require(try manager.snapshot(merge.sessionId))
        #expect(process.binding == .device(device.activation, claimHash: BearerHash(of: merge.sessionToken)))
        #expect(process.channel == .api)
        guard case .utility(.merge(let goal)) = process.goal else { throw TestFailure(what: "no merge") }
        #expect(goal.activationID == invitation.id)
        #expect(goal.subject.roles.map(\.service) == ["Demo website", "Demo website"])
        #expect(goal.subject.roles.map(\.role) == ["visitor", "user"])
        #expect(try manager.state(of: invitation.id) == .pending)
    }

    func personalize() throws {
        let invitation = try manager.invite()
        let opened = try invitation.opened()
        #expect(opened.organization?.name == "Example Inc.")
        let device = invitation.device()
        _ = try device.enrol(with: opened.openToken, challenge: opened.challenge.bytes)
        let started = try device.start(try TestBrowser(manager))
        #expect(started.roles.map(\.name) == ["user", "visitor"])
    }

    func repetition() throws {
        let device = try RawDevice(manager, user: "eve")
        let request = try manager.invite().sealedOpen(existing: device)
        let first = try #require(try send(request).merge)
        let again = try #require(try send(request).merge)
        #expect(again.sessionId == first.sessionId)
        #expect(again.sessionToken == first.sessionToken)
        manager.clock.advance(seconds: 300)
        refused(.sessionEnded) { try send(request) }
    }

    func endsWithActivation() throws {
        let device = try RawDevice(manager, user: "eve")
        let request = try manager.invite().sealedOpen(existing: device)
        let merge = try #require(try send(request).merge)
        _ = try device.call(Revoke.self, .init(activationId: device.activation), proven: true)
        #expect(try manager.snapshot(merge.sessionId)?.phase(at: manager.clock.now).isOpen != true)
        refused(.sessionEnded) { try send(request) }
    }

    // MARK: The order of the refusals

    func invalid() throws {
        let device = try RawDevice(manager, user: "eve")
        let invitation = try manager.invite()
        let guess = try RawActivation(manager, id: invitation.id, secret: .random(count: 16))
        refused(.activationInvalid) { try guess.open(existing: device) }
        _ = try manager.context.setActive(false, user: "eve", by: TestManager.operatorName)
        refused(.accountDisabled) { try invitation.open(existing: device) }
        _ = try manager.context.database.write { try $0.activations.void(invitation.id) }
        manager.clock.advance(seconds: ActivationLifetime.standard.seconds)
        refused(.activationInvalid) { try invitation.open(existing: device) }
    }

    func disabledAccount() throws {
        let device = try RawDevice(manager, user: "eve")
        let invitation = try manager.invite()
        _ = try manager.context.setActive(false, user: "eve", by: TestManager.operatorName)
        refused(.accountDisabled) { try invitation.open(existing: device) }
        refused(.accountDisabled) { try invitation.open(pin: Self.wrongPIN, existing: device) }
        #expect(try wrongPINs(invitation) == 0)
    }

    func inUse() throws {
        let invitation = try manager.invite()
        let opened = try invitation.opened()
        let owner = invitation.device()
        _ = try owner.enrol(with: opened.openToken, challenge: opened.challenge.bytes)
        let other = try RawDevice(manager, user: "eve")
        refused(.alreadyPersonalized) { try invitation.open(existing: owner) }
        #expect(try invitation.open(existing: other).alreadyUsedAt == manager.clock.now.seconds)
        #expect(try invitation.open().alreadyUsedAt == manager.clock.now.seconds)
    }

    func noInvitation() throws {
        let device = try RawDevice(manager, user: "eve")
        for user in ["ada", "eve"] {
            let activation = try RawActivation(manager, user: user)
            refused(.alreadyPersonalized) { try activation.open(existing: device) }
            refused(.alreadyPersonalized) { try activation.open(pin: Self.wrongPIN, existing: device) }
            #expect(try wrongPINs(activation) == 0)
        }
    }

    /// A reason why an account is more than a placeholder.
    enum Use: CaseIterable {
        case value, membership, subject, activation, roleWithdrawn, membershipEnded, roleAdded

        func happen(to account: AccountID, _ transaction: any Transaction, at now: Timestamp) throws {
            switch self {
            case .value:
                try transaction.attributeValues.save(
                    .invited(
                        "other@example.org", account, in: .english,
                        besides: try transaction.attributeValues.all(of: account)), at: now)
            case .membership:
                let other = Organization(
                    id: .random(), name: "Other", website: nil, address: nil, description: nil)
                try transaction.organizations.save(other)
                try transaction.organizations.add(account: account, to: other.id)
            case .subject:
                let service = try #require(try transaction.services.find(name: "demo"))
                _ = try transaction.services.addMappingID(MappingID("used"), of: account, at: service.id)
            case .roleWithdrawn:
                for role in try transaction.services.assignedRoles(to: account) {
                    try transaction.services.withdraw(role: role, from: account)
                }
            case .membershipEnded:
                for organization in try transaction.organizations.organizations(of: account) {
                    try transaction.organizations.remove(account: account, from: organization.id)
                }
            case .roleAdded:
                let service = try #require(try transaction.services.find(name: "demo"))
                let role = Role(
                    id: .random(), serviceID: service.id, name: "further", alternatives: [[.device, .pin]],
                    isDefault: false)
                try transaction.services.save(role)
                try transaction.services.assign(role: role.id, to: account)
            case .activation:
                try transaction.execute(
                    """
                    UPDATE activation SET account_id = \(account) WHERE id IN (
                        SELECT a.id FROM activation a JOIN account c ON c.id = a.account_id WHERE c.name = 'mallory')
                    """)
            }
        }
    }

    func used(_ use: Use) throws {
        let device = try RawDevice(manager, user: "eve")
        _ = try RawDevice(manager, user: "mallory")
        let invitation = try manager.invite()
        let now = manager.clock.now
        try manager.context.database.write { transaction in
            let account = try #require(try transaction.activations.find(invitation.id)).accountID
            try use.happen(to: account, transaction, at: now)
        }
        refused(.alreadyPersonalized) { try invitation.open(existing: device) }
        #expect(try wrongPINs(invitation) == 0)
    }

    func otherAccount() throws {
        let (eve, mallory) = (try RawDevice(manager, user: "eve"), try RawDevice(manager, user: "mallory"))
        let invitation = try manager.invite(user: "eve")
        refused(.otherAccount) { try invitation.open(existing: mallory) }
        refused(.otherAccount) { try invitation.open(pin: Self.wrongPIN, existing: mallory) }
        refused(.otherAccount) { try invitation.open() }
        #expect(try wrongPINs(invitation) == 0)
        #expect(try invitation.open(existing: eve).merge != nil)
    }

    func tooOld() throws {
        let device = try RawDevice(manager, user: "eve")
        let invitation = try manager.invite()
        refused(.clientTooOld) { try send(try invitation.sealedOpen(existing: device, supports: [])) }
        refused(.clientTooOld) {
            try send(try invitation.sealedOpen(pin: Self.wrongPIN, existing: device, supports: [.offline]))
        }
        #expect(try wrongPINs(invitation) == 0)
    }

    func wrongPIN() throws {
        let device = try RawDevice(manager, user: "eve")
        let invitation = try manager.invite()
        let lockout = try #require(try invitation.open(pin: Self.wrongPIN, existing: device).lockout)
        #expect(!lockout.isPermanent)
        refused(.lockedOut) { try invitation.open(existing: device) }
        #expect(try wrongPINs(invitation) == 1)
        #expect(try manager.lockout(of: device) == .none)
        manager.clock.advance(seconds: 2)
        #expect(try invitation.open(existing: device).merge != nil)
    }

    func voided() throws {
        let device = try RawDevice(manager, user: "eve")
        let invitation = try manager.invite()
        for _ in 1...4 {
            _ = try invitation.open(pin: Self.wrongPIN, existing: device)
            manager.clock.advance(seconds: 3600)
        }
        let fifth = try invitation.sealedOpen(pin: Self.wrongPIN, existing: device)
        #expect(try send(fifth).lockout?.isPermanent == true)
        #expect(try send(fifth).lockout?.isPermanent == true)
        refused(.activationInvalid) { try invitation.open(existing: device) }
    }

    func unproven() throws {
        let device = try RawDevice(manager, user: "eve")
        let stranger = RawDevice(
            manager: manager, activation: .random(), deviceKey: P256.Signing.PrivateKey(),
            pinKey: Curve25519.Signing.PrivateKey())
        for existing in [device, stranger] {
            let answer = try send(try manager.invite().sealedOpen(existing: existing, isProven: false))
            #expect(answer.personalize != nil)
        }
        #expect(try send(try manager.invite().sealedOpen(existing: stranger)).personalize != nil)
    }

    // MARK: Many at once

    func bound(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        _ = try Apply(manager.context)(Array("users: [{name: eve}]".utf8))
        let device = try RawDevice(manager, user: "eve")
        let invitation = try manager.invite()
        let requests = try (0..<20).map { _ in try invitation.sealedOpen(existing: device) }
        let errors = concurrently(20) { index in
            do { _ = try RawDevice.send(requests[index], Open.self, to: manager.manager) } catch let error
                as ProtocolError
            { guard error.error == .tooManyRequests else { throw error } }
        }
        #expect(errors.isEmpty, "\(errors)")
        let open = try manager.context.database.read {
            try $0.processes.openBoundCount(of: device.activation, at: manager.clock.now)
        }
        #expect(open == 5)
    }

    private static let wrongPIN = "11223399"

    private func send(_ request: SealedRequest) throws -> Open.Response {
        try RawDevice.send(request, Open.self, to: manager.manager)
    }

    private func wrongPINs(_ activation: RawActivation) throws -> Int? {
        try manager.context.database.read { try $0.activations.find(activation.id)?.wrongPINs }
    }

    private func refused(
        _ expected: ProtocolErrorCode, sourceLocation: SourceLocation = #_sourceLocation,
        _ body: () throws -> Open.Response
    ) {
        let error = #expect(throws: ProtocolError.self, sourceLocation: sourceLocation) { try body() }
        #expect(error?.error == expected, sourceLocation: sourceLocation)
    }
}

extension RawActivation {
    fileprivate init(_ manager: TestManager, id: ActivationID, secret: SecretOctets) throws {
        try self.init(
            manager,
            link: InitializationLink.appLink(
                InitializationPayload(.personalization(id), secret: secret, origin: manager.issuer),
                at: manager.context.appLinkOrigin))
    }
}
