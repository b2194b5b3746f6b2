// Long because: one act, with the races and changes around it.
import DatabaseFixture
import Testing
import Threads
import XignCrypto
import XignDomain
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignServer
@testable import XignUseCases

struct MergeTests {
    @Test("The merge of an invitation into an account", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "A merge gives membership, roles and an unverified address, and the placeholder goes", merge,
            each: Engine.allCases),
        TestCase("A merge keeps the groups of the placeholder", groups, each: Engine.allCases),
        TestCase("A merge gives no more groups than a person may have", fiftyGroups),
        TestCase("A merge gives account names and values of the operator that the account does not have", kept),
        TestCase(
            "A merged invitation is in use for everybody, and its repeated confirmation gets the same result", merged),
        TestCase(
            "Of fifty confirmations of one invitation at once, by five accounts, one takes it", fiftyAtOnce,
            each: Engine.allCases),
        TestCase(
            "Whoever personalizes an invitation that somebody merges meanwhile comes too late", mergedMeanwhile,
            each: Engine.allCases),
        TestCase(
            "An invitation that is taken, withdrawn or changed after the statement is not accepted by it", changed,
            each: Event.allCases),
        TestCase(
            "Wrong PINs that strangers have tried at an invitation do not count at the account that merges",
            wrongPINsOfStrangers),
        TestCase("A wrong PIN of the account is counted at the device, and takes no invitation", wrongPIN),
        TestCase("An address that the account has verified stays verified, and is not there twice", knownAddress),
    ]

    func merge(_ engine: Engine) throws {
        let manager = try TestManager.withGuests(1, engine)
        let (device, other) = (try RawDevice(manager, user: "guest0"), try RawDevice(manager, user: "guest0"))
        let invitation = try manager.invite()
        let placeholder = try #require(try manager.activation(invitation.id)).accountID
        let before = try other.notices(after: 0).last?.number ?? 0

        let result = try #require(try device.finish(try device.prepareMerge(invitation)).result)
        #expect(result.outcome == .apiAccessMergeComplete)
        #expect(result.grant == nil)

        let user = try ShowUser(manager.context)("guest0")
        #expect(user.organizations == ["Example Inc."])
        #expect(user.roles.map(\.roles) == [["user", "visitor"]])
        let values = try ListUserAttributes(manager.context)(userName: "guest0")
        #expect(values.map(\.value) == ["eve@example.org"])
        #expect(values.first?.verified == false)
        #expect(values.first?.primary == false)
        #expect(try manager.context.database.read { try $0.accounts.find(id: placeholder) } == nil)
        #expect(try manager.state(of: invitation.id) == .merged)
        #expect(try manager.auditKinds.contains(.activationMerged))
        #expect(try other.notices(after: before).map(\.kind) == ["membershipAdded"])
        #expect(try device.start(try TestBrowser(manager)).roles.map(\.name) == ["user", "visitor"])
    }

    /// Declares groups, and puts the placeholder of an invitation into some.
    private func invitation(in groups: [String], of manager: TestManager) throws -> RawActivation {
        let invitation = try manager.invite()
        let placeholder = try #require(try manager.activation(invitation.id)).accountID
        let name = try #require(try manager.context.database.read { try $0.accounts.find(id: placeholder) }).name
        for group in groups {
            _ = try manager.context.setGroup(
                group, of: GroupScene.organization, user: name, isMember: true, by: TestManager.operatorName)
        }
        return invitation
    }

    func groups(_ engine: Engine) throws {
        let manager = try TestManager.withGuests(1, engine)
        _ = try Apply(manager.context)(Array(GroupScene.declaration(service: nil).utf8))
        let device = try RawDevice(manager, user: "guest0")
        let invitation = try self.invitation(in: ["ops", "staff"], of: manager)
        #expect(try device.finish(try device.prepareMerge(invitation)).result != nil)
        #expect(try ShowUser(manager.context)("guest0").groups.map(\.groups) == [["ops", "staff"]])
        let account = try manager.account("guest0").id
        let events = try manager.context.database.read { try $0.audit.newest(100) }.filter {
            $0.kind == .groupsChanged && $0.accountID == account
        }
        #expect(events.map(\.detail) == ["given ops, staff"])
        #expect(events.map(\.actor) == [.person])
    }

    func kept() throws {
        for own in [false, true] {
            let manager = try TestManager.withGuests(1)
            _ = try Apply(manager.context)(Array(DeclaredScene.declaration(service: "accountName: login").utf8))
            let device = try RawDevice(manager, user: "guest0")
            let invitation = try self.invitation(in: [], of: manager)
            let placeholder = try #require(try manager.activation(invitation.id)).accountID
            let name = try #require(try manager.context.database.read { try $0.accounts.find(id: placeholder) }).name
            for (user, suffix) in [(name, "")] + (own ? [("guest0", "-own")] : []) {
                _ = try manager.context.setAccountName(
                    "guest\(suffix)", user: user, at: "demo", by: TestManager.operatorName)
                _ = try manager.context.setAttribute(
                    "costCentre", ofUser: user, to: "4711\(suffix)", by: TestManager.operatorName)
            }
            #expect(try device.finish(try device.prepareMerge(invitation)).result != nil)
            #expect(
                try ShowUser(manager.context)("guest0").accountNames.map(\.name) == [own ? "guest-own" : "guest"])
            let values = try ListUserAttributes(manager.context)(userName: "guest0")
            #expect(values.filter { $0.attribute == "costCentre" }.map(\.value) == [own ? "4711-own" : "4711"])
        }
    }

    func fiftyGroups() throws {
        let manager = try TestManager.withGuests(1)
        let names = (10...60).map { "g\($0)" }
        let held = names.prefix(49).joined(separator: ", ")
        let user = "\n  - { name: guest0, memberships: [Example Inc.], groups: { Example Inc.: [\(held)] } }"
        _ = try Apply(manager.context)(
            Array((GroupScene.declaration(groups: names, service: nil) + user).utf8))
        let device = try RawDevice(manager, user: "guest0")
        let invitation = try self.invitation(in: ["g59", "g60"], of: manager)
        #expect(try device.finish(try device.prepareMerge(invitation)).result != nil)
        #expect(try ShowUser(manager.context)("guest0").groups.map(\.groups) == [Array(names.prefix(50))])
    }

    func merged() throws {
        let manager = try TestManager.withGuests(2)
        let (device, stranger) = (try RawDevice(manager, user: "guest0"), try RawDevice(manager, user: "guest1"))
        let invitation = try manager.invite()
        let prepared = try device.prepareMerge(invitation)
        let signed = try device.sign(prepared.statement, .consent, pinKey: device.pinKey)
        let request = try device.seal(
            Finish.self,
            .init(sessionId: prepared.session, sessionToken: prepared.token, consent: Octets(signed)))
        for _ in 1...3 {
            let result = try RawDevice.send(request, Finish.self, to: manager.manager).result
            #expect(result?.outcome == .apiAccessMergeComplete)
        }
        #expect(try manager.auditKinds.count { $0 == .activationMerged } == 1)
        for existing in [nil, device, stranger] {
            #expect(try invitation.open(existing: existing).alreadyUsedAt == manager.clock.now.seconds)
        }
    }

    func fiftyAtOnce(_ engine: Engine) throws {
        let manager = try TestManager.withGuests(5, engine)
        let invitation = try manager.invite()
        let devices = try (0..<5).map { try RawDevice(manager, user: "guest\($0)") }
        let requests = try devices.flatMap { device in
            try (0..<Process.maximumOpenBound).map { _ in
                let prepared = try device.prepareMerge(invitation)
                let signed = try device.sign(prepared.statement, .consent, pinKey: device.pinKey)
                return try device.seal(
                    Finish.self,
                    .init(sessionId: prepared.session, sessionToken: prepared.token, consent: Octets(signed)))
            }
        }
        let accepted = Locked<Set<Int>>([])
        let errors = concurrently(50) { index in
            // Each confirmation comes twice.
            let number = index % requests.count
            do {
                let answer = try RawDevice.send(requests[number], Finish.self, to: manager.manager)
                guard answer.result != nil else { throw TestFailure(what: "a refusal") }
                _ = accepted.withLock { $0.insert(number) }
            } catch let error as ProtocolError {
                guard [.policyChanged, .sessionEnded].contains(error.error) else { throw error }
            }
        }
        #expect(errors.isEmpty, "\(errors)")
        #expect(accepted.withLock { $0.count } == 1)
        #expect(try manager.auditKinds.count { $0 == .activationMerged } == 1)
        let members = try manager.users().filter {
            $0.name.hasPrefix("guest") && !$0.organizations.isEmpty
        }
        #expect(members.count == 1)
    }

    func mergedMeanwhile(_ engine: Engine) throws {
        let manager = try TestManager.withGuests(1, engine)
        let device = try RawDevice(manager, user: "guest0")
        let invitation = try manager.invite()
        let opened = try invitation.opened()
        _ = try device.finish(try device.prepareMerge(invitation))
        expectRefusal(.unauthenticated) {
            try invitation.device().enrol(with: opened.openToken, challenge: opened.challenge.bytes)
        }
    }

    /// An event between a merge's statement and its confirmation.
    enum Event: CaseIterable {
        case personalized, withdrawn, expired, roleRenamed, roleRemoved, roleWithdrawn, disabled, valueAdded

        func happen(to invitation: RawActivation, at manager: TestManager) throws {
            switch self {
            case .personalized: _ = try invitation.personalize()
            case .withdrawn:
                let users = try manager.users().filter { $0.name.hasPrefix("invited-") }
                try manager.context.removeUser(try #require(users.first).name, by: TestManager.operatorName)
            case .expired:
                // The process ends before, so that the activation must end now.
                _ = try manager.context.database.write { try $0.activations.void(invitation.id) }
            case .roleRenamed:
                try manager.context.database.write { transaction in
                    let service = try #require(try transaction.services.find(name: "demo"))
                    let roles = try transaction.services.roles(of: service.id)
                    var role = try #require(roles.first { $0.name == "visitor" })
                    role.name = "admin"
                    try transaction.services.save(role)
                }
            case .roleRemoved:
                try manager.context.database.write { transaction in
                    let service = try #require(try transaction.services.find(name: "demo"))
                    let roles = try transaction.services.roles(of: service.id)
                    try transaction.services.remove(role: try #require(roles.first { $0.name == "visitor" }).id)
                }
            case .roleWithdrawn:
                try manager.context.database.write { transaction in
                    let account = try #require(try transaction.activations.find(invitation.id)).accountID
                    for role in try transaction.services.assignedRoles(to: account) {
                        try transaction.services.withdraw(role: role, from: account)
                    }
                }
            case .disabled:
                try manager.context.database.write { transaction in
                    let account = try #require(try transaction.activations.find(invitation.id)).accountID
                    try transaction.accounts.setActive(false, account: account)
                }
            case .valueAdded:
                let users = try manager.users().filter { $0.name.hasPrefix("invited-") }
                try manager.context.withAttributes(ofUser: try #require(users.first).name) {
                    try $0.set(
                        .givenName, to: .init(text: "Eve", alias: nil, isPrimary: false, isVerified: false))
                }
            }
        }
    }

    func changed(_ event: Event) throws {
        let manager = try TestManager.withGuests(1)
        let device = try RawDevice(manager, user: "guest0")
        let invitation = try manager.invite()
        let prepared = try device.prepareMerge(invitation)
        try event.happen(to: invitation, at: manager)
        expectRefusal(.policyChanged) { try device.finish(prepared) }
        #expect(try ShowUser(manager.context)("guest0").organizations.isEmpty)
        #expect(try ShowUser(manager.context)("guest0").attributes.isEmpty)
    }

    func wrongPINsOfStrangers() throws {
        let manager = try TestManager.withGuests(1)
        let device = try RawDevice(manager, user: "guest0")
        let invitation = try manager.invite()
        _ = try invitation.open(pin: "483920")
        manager.clock.advance(seconds: 60)
        _ = try device.finish(try device.prepareMerge(invitation))
        #expect(try #require(try manager.activation(invitation.id)).wrongPINs == 0)
    }

    func wrongPIN() throws {
        let manager = try TestManager.withGuests(1)
        let device = try RawDevice(manager, user: "guest0")
        let invitation = try manager.invite()
        let prepared = try device.prepareMerge(invitation)
        #expect(try device.finish(prepared, wrongPIN: true).refusal != nil)
        #expect(try manager.lockout(of: device).pinFailures == 1)
        #expect(try manager.state(of: invitation.id) == .pending)
    }

    func knownAddress() throws {
        let manager = try TestManager.withGuests(1)
        let device = try RawDevice(manager, user: "guest0")
        try manager.context.withAttributes(ofUser: "guest0") {
            try $0.set(.email, to: .init(text: "eve@example.org", alias: "Own", isPrimary: true, isVerified: true))
        }
        _ = try device.finish(try device.prepareMerge(try manager.invite()))
        let values = try ListUserAttributes(manager.context)(userName: "guest0")
        #expect(values.map(\.alias) == ["Own"])
        #expect(values.first?.verified == true)
    }
}

extension RawDevice {
    /// Opens an invitation, and asks for the statement of its merge.
    func prepareMerge(_ invitation: RawActivation, pin: String = TestManager.activationPIN) throws -> Prepared {
        let merge = try #require(try invitation.open(pin: pin, existing: self).merge)
        let client = ClientInformation(version: "1.0.0", platform: "Linux", securityCheck: nil, supports: [.merge])
        let started = try claim(merge.sessionId, token: merge.sessionToken, client: client)
        return try prepare(merge.sessionId, started)
    }
}

extension TestManager {
    /// A manager with users who are members of no organization.
    fileprivate static func withGuests(_ count: Int, _ engine: Engine = .sqlite) throws -> TestManager {
        let manager = try TestManager(engine)
        let users = (0..<count).map { "{name: guest\($0)}" }.joined(separator: ", ")
        _ = try Apply(manager.context)(Array("users: [\(users)]".utf8))
        return manager
    }
}
