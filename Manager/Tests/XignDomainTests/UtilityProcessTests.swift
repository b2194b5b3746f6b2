import Testing
import XignProtocol

@testable import XignDomain

struct UtilityProcessTests {
    @Test("Utility processes", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("A utility process is born bound, lives five minutes, and is no login", born, each: goals),
        TestCase("Ids of utility processes are random", ids),
        TestCase(
            "The statement names the built-in parties, the subject and the PIN, and a parser takes it", statement,
            each: goals),
        TestCase("A statement is void once the policy demands another factor", stricter),
    ]

    static let now = Timestamp(seconds: 1_800_000_000)
    static let parties = BuiltInParties(
        idmIdentifier: "login.example.org", userName: "ada", operatorName: nil)
    static let goals: [Goal.Utility] = [
        .changePin, .newActivation, .delete, .addFactor(.biometric),
        .revoke(ActivationSubject(id: .random(), alias: "tablet", platform: "iPadOS", since: 1)),
        .merge(
            Invitation(
                activationID: .random(),
                subject: InvitationSubject(
                    organization: .init(id: "org", name: "Org"), address: "ada@example.org",
                    roles: [.init(service: "Demo", role: "user")]))),
    ]

    func born(goal: Goal.Utility) {
        let device = ActivationID.random()
        let process = Process.utility(goal, boundTo: device, claimHash: [1], at: Self.now)
        #expect(process.binding == .device(device, claimHash: [1]))
        #expect(process.channel == .api)
        #expect(process.phase == .waiting)
        #expect(process.expiresAt == Self.now + 300)
        #expect(process.lastMoment == Self.now + 600)
        #expect(process.goal.login == nil)
        #expect(process.serviceID == BuiltInParties.serviceID)
        #expect(!process.needsReturnSecret)
        let claim = Claim(activationID: device, tokenHash: [2])
        #expect(process.claimed(claim, through: .api, at: Self.now)?.process.phase == .claimed(claim))
        let other = Claim(activationID: .random(), tokenHash: [2])
        #expect(process.claimed(other, through: .api, at: Self.now) == nil)
    }

    func ids() {
        let device = ActivationID.random()
        let ids = (0..<100).map { _ in Process.utility(.delete, boundTo: device, claimHash: [1], at: Self.now).id }
        #expect(Set(ids).count == 100)
    }

    func statement(goal: Goal.Utility) throws {
        let process = Process.utility(goal, boundTo: .random(), claimHash: [1], at: Self.now)
        let statement = Consent.statement(
            process: process, activation: .random(), service: Self.parties.service,
            organization: Self.parties.organization, role: Self.parties.role, attributes: [],
            issuer: ManagerOrigin("https://login.example.org")!, challenge: [UInt8](repeating: 1, count: 32),
            at: Self.now)
        #expect(try ConsentStatement(parsing: statement.serialized) == statement)
        #expect(statement.subject == .utility(goal.subject))
        #expect(statement.service == .init(id: "xign.account", name: "login.example.org"))
        #expect(statement.organization == .init(id: "xign.operator", name: "login.example.org"))
        #expect(statement.role == .init(id: "xign.person", name: "ada"))
        #expect(statement.serviceOrigin == "app")
        #expect(statement.alternatives == [[.device, .pin]])
        #expect(Consent.isCurrent(statement, service: Self.parties.service, role: Self.parties.role))
    }

    func stricter() {
        let process = Process.utility(.delete, boundTo: .random(), claimHash: [1], at: Self.now)
        let statement = Consent.statement(
            process: process, activation: .random(), service: Self.parties.service,
            organization: Self.parties.organization, role: Self.parties.role, attributes: [],
            issuer: ManagerOrigin("https://login.example.org")!, challenge: [UInt8](repeating: 1, count: 32),
            at: Self.now)
        var stricter = Self.parties.role
        stricter.alternatives = [[.biometric, .device, .pin]]
        #expect(!Consent.isCurrent(statement, service: Self.parties.service, role: stricter))
    }
}

struct RolePlatformTests {
    @Test("Roles of platforms and channels", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "A role without platforms takes all devices but browsers", all, each: Platform.allCases.map(\.rawValue)),
        TestCase(
            "A device that names no platform, or an unknown one, is no browser, and is none that a role names", unknown),
        TestCase("A role takes the platforms that it names, and no others", named),
        TestCase("A role takes the channels that it names, and without a list all", channels),
    ]

    private func role(_ platforms: [Platform]?, _ channels: [Channel]? = nil) -> Role {
        Role(
            id: "role", serviceID: "service", name: "user", alternatives: [[.device]], isDefault: true,
            platforms: platforms, channels: channels)
    }

    func all(platform: String) {
        #expect(role(nil).takes(platform: platform, on: .crossDevice) == (platform != "Web"))
    }

    func unknown() {
        for platform in [nil, "Plan9", "web", "LINUX"] {
            #expect(role(nil).takes(platform: platform, on: .crossDevice), "\(platform ?? "none")")
            #expect(!role(Platform.allCases).takes(platform: platform, on: .crossDevice), "\(platform ?? "none")")
        }
    }

    func named() {
        let role = role([.linux, .web])
        #expect(role.takes(platform: "Linux", on: .crossDevice))
        #expect(role.takes(platform: "Web", on: .crossDevice))
        #expect(!role.takes(platform: "iOS", on: .crossDevice))
    }

    func channels() {
        let role = role(nil, [.sameDevice, .inApp])
        #expect(role.takes(platform: "Linux", on: .sameDevice))
        #expect(!role.takes(platform: "Linux", on: .crossDevice))
        #expect(self.role(nil).takes(platform: "Linux", on: .inApp))
    }
}
