import Testing
import XignProtocol

@testable import XignDomain

struct PairingTests {
    @Test("The pairing of a process", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("Digits that were drawn stay, also through another claim of the same device", stay),
        TestCase("Before the digits are typed there is no statement", statement),
        TestCase("Right digits are noted, and not asked for again, whatever comes later", right),
        TestCase("Other digits, and none, end the process for good", wrong),
        TestCase("Nobody asks for digits where none were drawn", none),
        TestCase("A process that has ended has no digits", ended),
        TestCase("A wrong pair is a sign of an attack to operators, and a login to the person", topics),
        TestCase("The manager's own services: the account pages pair, and the console refuses", builtIn),
    ]

    private static let now = Timestamp(seconds: 1_800_000_000)
    private static let claim = Claim(activationID: .random(), tokenHash: BearerHash(of: "token"))
    private static let statement = Statement(roleID: "role", bytes: [1])
    private let digits: PairingDigits
    private let others: PairingDigits

    init() throws {
        digits = try #require(PairingDigits("07"))
        others = try #require(PairingDigits("70"))
    }

    private func waiting() -> Process {
        Process(
            id: .random(), goal: .pages(.account), channel: .crossDevice, createdAt: Self.now, expiresAt: Self.now + 300
        )
    }

    /// A process that a device has claimed, and whose page shows the digits.
    private func claimed() throws -> Process {
        let claimed = waiting().paired(by: digits).claimed(Self.claim, through: .crossDevice, at: Self.now)
        return try #require(claimed).process
    }

    func stay() throws {
        let process = try claimed()
        let again = Claim(activationID: Self.claim.activationID, tokenHash: BearerHash(of: "another"))
        let plain = try #require(process.claimed(again, through: .crossDevice, at: Self.now)).process
        let paired = try #require(
            process.paired(by: others).claimed(again, through: .crossDevice, at: Self.now)
        ).process
        #expect(process.awaitedDigits == digits)
        #expect(plain.awaitedDigits == digits)
        #expect(paired.awaitedDigits == digits)
    }

    func statement() throws {
        #expect(try claimed().prepared(Self.statement, at: Self.now) == nil)
    }

    func right() throws {
        guard case .right(let transition)? = try claimed().judged(digits) else {
            Issue.record("right digits were refused")
            return
        }
        let proven = transition.process
        #expect(transition.from == .claimed)
        #expect(proven.phase == .claimed(Self.claim))
        #expect(proven.judged(others) == nil)
        #expect(proven.judged(nil) == nil)
        #expect(proven.paired(by: others).awaitedDigits == nil)
        #expect(proven.prepared(Self.statement, at: Self.now) != nil)
    }

    func wrong() throws {
        for typed in [others, nil] {
            guard case .wrong(let transition)? = try claimed().judged(typed) else {
                Issue.record("wrong digits were accepted")
                return
            }
            let ended = transition.process
            #expect(ended.phase == .declined(Self.claim, .pairing))
            #expect(ended.pairing == nil)
            #expect(ended.judged(digits) == nil)
            #expect(ended.prepared(Self.statement, at: Self.now) == nil)
            #expect(ended.claimed(Self.claim, through: .crossDevice, at: Self.now) == nil)
        }
    }

    func none() throws {
        let process = try #require(waiting().claimed(Self.claim, through: .crossDevice, at: Self.now)).process
        #expect(process.judged(digits) == nil)
        #expect(process.judged(nil) == nil)
    }

    func ended() throws {
        #expect(try claimed().expired()?.process.pairing == nil)
        #expect(try claimed().declined(.cancelled)?.process.pairing == nil)
    }

    func topics() {
        let event = AuditEvent(.pairingFailed, at: Self.now)
        #expect(event.topic == .security)
        #expect(event.historyTopic == .logins)
        #expect(event.actor == .person)
    }

    func builtIn() {
        func policy(_ surface: BrowserSession.Surface?) -> OpenedQRCodePolicy {
            BuiltInParties(of: surface, idmIdentifier: "login.example.org", userName: "ada", operatorName: nil)
                .service.openedQRCodes
        }
        #expect(policy(nil) == .pair)
        #expect(policy(.account) == .pair)
        #expect(policy(.console) == .refuse)
    }
}
