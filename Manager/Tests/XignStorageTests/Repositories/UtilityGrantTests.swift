import DatabaseFixture
import Testing
import Threads
import XignDomain
import XignProtocol

@testable import XignStorage

extension Storage {
    struct UtilityGrantRepository {
        @Test(arguments: TestCase.all(tests))
        func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

        static let tests: [TestCase<Self>] = [
            TestCase(
                "a grant comes back as it was stored, and with the outcome of its body", stored, each: Engine.allCases),
            TestCase("of many requests at once, one spends the grant", once, each: Engine.allCases),
            TestCase(
                "the other unspent grants of an activation end, and a spent one keeps its end", ended,
                each: Engine.allCases),
            TestCase("grants are removed in batches after their time", removed, each: Engine.allCases),
        ]

        private let now = Timestamp(seconds: 1_800_000_000)

        private func grant(_ number: UInt8, of activation: ActivationID) -> UtilityGrant {
            UtilityGrant(
                hash: [number], activationID: activation, purpose: .addFactor, factor: .biometric,
                consentHash: [number, 1], expiresAt: now + UtilityGrant.lifetimeSeconds)
        }

        private func withGrants(
            _ engine: Engine, _ numbers: ClosedRange<UInt8>, _ body: (any Database, ActivationID) throws -> Void
        ) throws {
            try withManagerDatabase(engine) { database in
                let activation = ActivationID.random()
                let grants = numbers.map { grant($0, of: activation) }
                try database.write { transaction in for grant in grants { try transaction.utilityGrants.insert(grant) }
                }
                try body(database, activation)
            }
        }

        func stored(_ engine: Engine) throws {
            try withGrants(engine, 1...3) { database, activation in
                let outcomes: [(UInt8, UtilityGrant.Outcome)] = [
                    (1, .done(until: nil)), (2, .done(until: now + 600)), (3, .samePin),
                ]
                for (number, outcome) in outcomes {
                    let unspent = grant(number, of: activation)
                    #expect(try database.read { try $0.utilityGrants.find(hash: [number]) } == unspent)
                    let isSpent = try database.write {
                        try $0.utilityGrants.spend(hash: [number], body: [9], outcome: outcome)
                    }
                    #expect(isSpent)
                    let spent = try database.read { try $0.utilityGrants.find(hash: [number])?.spent }
                    #expect(spent == UtilityGrant.Spent(body: [9], outcome: outcome))
                }
            }
        }

        func once(_ engine: Engine) throws {
            try withGrants(engine, 1...1) { database, _ in
                let winners = Locked<[UInt8]>([])
                let errors = concurrently(50) { number in
                    let body = UInt8(number)
                    let isSpent = try database.write {
                        try $0.utilityGrants.spend(hash: [1], body: [body], outcome: .done(until: nil))
                    }
                    if isSpent { winners.withLock { $0.append(body) } }
                }
                #expect(errors.isEmpty, "\(errors)")
                let winner = winners.withLock { $0 }
                #expect(winner.count == 1)
                let body = try database.read { try $0.utilityGrants.find(hash: [1])?.spent?.body }
                #expect(body == winner)
            }
        }

        func ended(_ engine: Engine) throws {
            try withGrants(engine, 1...3) { database, activation in
                let (other, now) = (grant(4, of: .random()), now)
                try database.write { transaction in
                    let grants = transaction.utilityGrants
                    try grants.insert(other)
                    _ = try grants.spend(hash: [1], body: [9], outcome: .done(until: nil))
                    try grants.endAll(of: activation, except: [2], at: now)
                }
                let ends = try database.read { transaction in
                    try (1...4).map { try transaction.utilityGrants.find(hash: [$0])?.expiresAt }
                }
                #expect(ends == [other.expiresAt, other.expiresAt, now, other.expiresAt])
            }
        }

        func removed(_ engine: Engine) throws {
            try withGrants(engine, 1...3) { database, _ in
                let end = now + UtilityGrant.lifetimeSeconds
                let counts = try database.write { transaction in
                    try [end, end + 1, end + 1].map {
                        try transaction.utilityGrants.removeOld(before: $0, limit: 2)
                    }
                }
                #expect(counts == [0, 2, 1])
            }
        }
    }
}
