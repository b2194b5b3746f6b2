import Testing
import XignProtocol

@testable import XignDomain

struct ProcessTests {
    @Test("Processes", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("A process past its time is expired, whatever is stored, and keeps its claim", expiry, each: ending),
        TestCase("A process from the future, by a clock that was set back, is expired", future, each: ending),
        TestCase("A process that has ended stays as it is", over, each: ended),
        TestCase("The first device claims a process; the same one may claim it again, on the same channel", claimed),
        TestCase("A claim of a process that has a statement voids the statement", reclaimed),
        TestCase("A process that was born bound is claimed by its device alone", bound),
        TestCase("Only a statement can be confirmed, and the browser has a minute to collect the result", confirmed),
        TestCase("A result is collected a limited number of times, and not after its time", collected),
        TestCase("Identifiers are compared byte by byte", identifiers),
    ]

    private static let now = Timestamp(seconds: 1_800_000_000)
    private static let claim = Claim(activationID: .random(), tokenHash: BearerHash(of: "token"))
    private static let statement = Statement(roleID: "role", bytes: [1])
    private static let confirmation = Confirmation(
        claim: claim, roleID: "role", factors: [.device], authenticatedAt: now, failuresBefore: 0, returnHash: nil)

    private static func process(_ phase: Phase, binding: Binding = .anyDevice) -> Process {
        let login = Goal.Login(
            serviceID: "service", origin: "https://website.example", requirements: LoginRequirements(scope: ["openid"]))
        return Process(
            id: .random(), goal: .website(login), binding: binding, channel: .crossDevice, phase: phase, createdAt: now,
            expiresAt: now + 300)
    }

    private static let ending: [Phase] = [
        .waiting, .claimed(claim), .confirming(claim, statement), .confirmed(confirmation),
    ]
    private static let ended: [Phase] = [
        .collected(confirmation, codes: 1), .declined(claim, .cancelled), .expired(nil), .expired(claim),
    ]

    func expiry(phase: Phase) {
        let process = Self.process(phase)
        #expect(process.phase(at: Timestamp(rawValue: process.expiresAt.rawValue - 1)) == phase)
        #expect(process.phase(at: process.expiresAt) == .expired(process.claim))
    }

    func future(phase: Phase) {
        let process = Self.process(phase)
        #expect(process.phase(at: process.createdAt - Timestamp.clockTolerance) == phase)
        #expect(process.phase(at: process.createdAt - Timestamp.clockTolerance - 1) == .expired(process.claim))
    }

    func over(phase: Phase) {
        let process = Self.process(phase)
        #expect(process.phase(at: process.expiresAt + 1) == phase)
        #expect(process.expired() == nil)
        #expect(process.declined(.cancelled) == nil)
        #expect(process.prepared(Self.statement, at: Self.now) == nil)
        #expect(process.claimed(Self.claim, through: .crossDevice, at: Self.now) == nil)
        #expect(process.confirmed(by: [.device], failuresBefore: 0, returnHash: nil, at: Self.now) == nil)
    }

    func claimed() throws {
        let first = try #require(Self.process(.waiting).claimed(Self.claim, through: .sameDevice, at: Self.now))
        #expect(first.from == .waiting)
        #expect(first.process.channel == .sameDevice)
        let again = Claim(activationID: Self.claim.activationID, tokenHash: BearerHash(of: "another"))
        let second = try #require(first.process.claimed(again, through: .sameDevice, at: Self.now))
        #expect(second.process.phase == .claimed(again))
        #expect(first.process.claimed(again, through: .crossDevice, at: Self.now) == nil)
        let other = Claim(activationID: .random(), tokenHash: BearerHash(of: "token"))
        #expect(first.process.claimed(other, through: .sameDevice, at: Self.now) == nil)
    }

    func reclaimed() throws {
        let process = Self.process(.confirming(Self.claim, Self.statement))
        let claimed = try #require(process.claimed(Self.claim, through: .crossDevice, at: Self.now))
        #expect(claimed.process.phase == .claimed(Self.claim))
        #expect(claimed.process.confirmed(by: [.device], failuresBefore: 0, returnHash: nil, at: Self.now) == nil)
    }

    func bound() {
        let process = Self.process(
            .waiting, binding: .device(Self.claim.activationID, claimHash: BearerHash(of: "claim")))
        #expect(process.claimed(Self.claim, through: .crossDevice, at: Self.now) != nil)
        let other = Claim(activationID: .random(), tokenHash: Self.claim.tokenHash)
        #expect(process.claimed(other, through: .crossDevice, at: Self.now) == nil)
    }

    func confirmed() throws {
        #expect(
            Self.process(.claimed(Self.claim)).confirmed(
                by: [.device], failuresBefore: 0, returnHash: nil, at: Self.now) == nil)
        let process = Self.process(.confirming(Self.claim, Self.statement))
        let confirmed = try #require(
            process.confirmed(by: [.device], failuresBefore: 0, returnHash: nil, at: Self.now))
        #expect(confirmed.process.phase == .confirmed(Self.confirmation))
        #expect(confirmed.process.expiresAt == Self.now + Process.collectionSeconds)
    }

    func collected() throws {
        var process = Self.process(.confirmed(Self.confirmation))
        for _ in 0..<Process.maximumCodes { process = try #require(process.collected(at: Self.now)).process }
        #expect(process.collected(at: Self.now) == nil)
        #expect(Self.process(.confirmed(Self.confirmation)).collected(at: Self.now + 300) == nil)
        #expect(Self.process(.collected(Self.confirmation, codes: 1)).collected(at: Self.now + 300) == nil)
    }

    func identifiers() {
        #expect(AccountID("\u{E9}") != AccountID("e\u{301}"))
        #expect(Set([AccountID("\u{E9}"), AccountID("e\u{301}")]).count == 2)
        #expect(AccountID("ada") == AccountID("ada"))
    }
}
