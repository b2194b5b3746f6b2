import DatabaseFixture
import Testing
import XignDomain
import XignProtocol

@testable import XignStorage

extension Storage {
    struct ProcessRepository {
        @Test(arguments: TestCase.all(tests))
        func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

        static let tests: [TestCase<Self>] = [
            TestCase("every phase comes back as it was stored", phases, each: Engine.allCases),
            TestCase(
                "a pairing comes back as it was stored, and no digits are left of it", pairing, each: Engine.allCases),
            TestCase("wrong digits are stored as the reason of the end", wrongPairing, each: Engine.allCases),
            TestCase("a process that ends keeps what its late requests are recognized by", ends, each: Engine.allCases),
            TestCase(
                "a transition from a phase that the process has left changes nothing", left, each: Engine.allCases),
            TestCase(
                "the browser's side goes with its process, also of one that was given up", removed,
                each: Engine.allCases),
            TestCase("a claimed process is not removed to make room", claimed, each: Engine.allCases),
        ]

        private static let now = Timestamp(seconds: 1_800_000_000)
        private static let claim = Claim(activationID: .random(), tokenHash: [1])

        private func withProcesses(
            _ engine: Engine, _ body: (any Database, BrowserProcess) throws -> Void
        ) throws {
            try withManagerDatabase(engine) { database in
                let service = Service(
                    id: "shop", organizationID: "org", name: "shop", displayName: "Shop", description: nil,
                    redirectURIs: ["https://shop.example/"], signingAlgorithm: .es256, proofKey: .required,
                    secretHash: nil, isActive: true, sessionSeconds: 300, policyVersion: 1)
                let login = BrowserProcess(
                    AuthorizationRequest(
                        redirectURI: "https://shop.example/", state: "s",
                        requirements: LoginRequirements(scope: ["openid"])),
                    at: service, cookieHash: [2], at: Self.now)
                try database.write { transaction in
                    try transaction.organizations.save(
                        Organization(id: "org", name: "Example", website: nil, address: nil, description: nil))
                    try transaction.services.save(service)
                    try transaction.processes.insert(login)
                }
                try body(database, login)
            }
        }

        private func apply(_ transition: Transition?, _ database: any Database) throws -> Bool {
            let transition = try #require(transition)
            return try database.write { try $0.processes.apply(transition) }
        }

        func phases(_ engine: Engine) throws {
            try withProcesses(engine) { database, login in
                var process = login.process
                func store(_ transition: Transition?) throws {
                    let transition = try #require(transition)
                    #expect(try apply(transition, database))
                    #expect(try database.read { try $0.processes.find(process.id) } == transition.process)
                    process = transition.process
                }
                try store(process.claimed(Self.claim, through: .sameDevice, at: Self.now))
                try store(process.prepared(Statement(roleID: "role", bytes: [3]), at: Self.now))
                let declined = process
                try store(process.renewed([4], expiresAt: Self.now + 400))
                try store(process.confirmed(by: [.device, .pin], failuresBefore: 2, returnHash: [5], at: Self.now))
                try store(process.collected(at: Self.now))
                try store(process.collected(at: Self.now))
                #expect(process.returnHash == [5])
                #expect(declined.declined(.notMe)?.process.phase == .declined(Self.claim, .notMe))
            }
        }

        func pairing(_ engine: Engine) throws {
            try withProcesses(engine) { database, login in
                let digits = try #require(PairingDigits("07"))
                func stored() throws -> Process? { try database.read { try $0.processes.find(login.process.id) } }
                let claimed = try #require(
                    login.process.paired(by: digits).claimed(Self.claim, through: .crossDevice, at: Self.now))
                #expect(try apply(claimed, database))
                #expect(try stored() == claimed.process)
                guard case .right(let proven)? = claimed.process.judged(digits) else {
                    Issue.record("right digits were refused")
                    return
                }
                #expect(try apply(proven, database))
                #expect(try stored()?.pairing == .proven)
                #expect(try apply(proven.process.declined(.cancelled), database))
                #expect(try stored()?.pairing == nil)
            }
        }

        func wrongPairing(_ engine: Engine) throws {
            try withProcesses(engine) { database, login in
                let digits = try #require(PairingDigits("07"))
                let claimed = try #require(
                    login.process.paired(by: digits).claimed(Self.claim, through: .crossDevice, at: Self.now))
                #expect(try apply(claimed, database))
                guard case .wrong(let declined)? = claimed.process.judged(nil) else {
                    Issue.record("missing digits were accepted")
                    return
                }
                #expect(try apply(declined, database))
                let stored = try database.read { try $0.processes.find(login.process.id) }
                #expect(stored?.phase == .declined(Self.claim, .pairing))
                #expect(stored?.pairing == nil)
            }
        }

        func ends(_ engine: Engine) throws {
            try withProcesses(engine) { database, login in
                let claimed = try #require(login.process.claimed(Self.claim, through: .sameDevice, at: Self.now))
                #expect(try apply(claimed, database))
                let prepared = claimed.process.prepared(Statement(roleID: "role", bytes: [3]), at: Self.now)
                #expect(try apply(prepared, database))
                let confirmed = prepared?.process.confirmed(
                    by: [.device], failuresBefore: 0, returnHash: [5], at: Self.now)
                #expect(try apply(confirmed, database))
                #expect(try apply(confirmed?.process.expired(), database))
                let found = try database.read { try $0.processes.find(login.process.id) }
                #expect(found?.phase == .expired(Self.claim, returnHash: [5]))
            }
        }

        func left(_ engine: Engine) throws {
            try withProcesses(engine) { database, login in
                let first = login.process.claimed(Self.claim, through: .crossDevice, at: Self.now)
                let other = Claim(activationID: .random(), tokenHash: [9])
                let second = login.process.claimed(other, through: .crossDevice, at: Self.now)
                let applied = [try apply(first, database), try apply(second, database)]
                #expect(applied == [true, false])
                #expect(try database.read { try $0.processes.find(login.process.id) } == first?.process)
            }
        }

        func removed(_ engine: Engine) throws {
            try withProcesses(engine) { database, login in
                #expect(try apply(login.process.expired(), database))
                try database.write { try $0.processes.removeUnclaimed(login.process.id) }
                #expect(try database.read { try $0.processes.find(login.process.id) } == nil)
                let rows = try database.read { try $0.rows("SELECT process_id FROM browser_request").count }
                #expect(rows == 0)
            }
        }

        func claimed(_ engine: Engine) throws {
            try withProcesses(engine) { database, login in
                #expect(try apply(login.process.claimed(Self.claim, through: .crossDevice, at: Self.now), database))
                try database.write { try $0.processes.removeUnclaimed(login.process.id) }
                #expect(try database.read { try $0.processes.find(login.process.id) } != nil)
            }
        }
    }
}
