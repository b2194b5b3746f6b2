import DatabaseFixture
import Eventually
import Testing
import Threads
import XignDomain

@testable import XignStorage

extension Storage {
    struct OneTime {
        @Test(arguments: TestCase.all(tests))
        func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

        static let tests: [TestCase<Self>] = [
            TestCase("a value counts once, for each kind and owner", once, each: Engine.allCases),
            TestCase(
                "of twenty requests through two managers with one value, one gets through", parallel,
                each: Engine.allCases),
            TestCase("a value whose transaction fails can be used again", undone, each: Engine.allCases),
            TestCase("values are removed in batches once they have expired", removed, each: Engine.allCases),
            TestCase(
                "a pushed request is stored without loss, sealed, and consumed once", pushed, each: Engine.allCases),
            TestCase(
                "an expired request is removed unless a login has begun with it", removedRequests, each: Engine.allCases
            ),
        ]

        private static let end = Timestamp(seconds: 1_800_000_000)

        func once(_ engine: Engine) throws {
            try withManagerDatabase(engine) { database in
                let values = [
                    OneTimeValue("a", .proof, of: "key", until: Self.end),
                    OneTimeValue("a", .assertion, of: "key", until: Self.end),
                    OneTimeValue("a", .proof, of: "other", until: Self.end),
                    OneTimeValue("b", .proof, of: "key", until: Self.end),
                ]
                for value in values {
                    let isNew = try (0..<2).map { _ in try consume(value, database) }
                    #expect(isNew == [true, false])
                }
            }
        }

        func parallel(_ engine: Engine) throws {
            let place = try TemporaryDatabase(engine)
            let managers = [try place.open(), try place.open()]
            defer { managers.forEach { $0.close() } }
            for manager in managers { try manager.migrate(Schema.migrations) }
            let value = OneTimeValue("a", .proof, of: "key", until: Self.end)
            let turn = Locked(0)
            let consumed = inParallel(20) {
                let number = turn.withLock { number in
                    number += 1
                    return number
                }
                return try managers[number % 2].write { try $0.oneTimeValues.consume(value) }
            }
            #expect(consumed.filter(\.self).count == 1)
        }

        func undone(_ engine: Engine) throws {
            try withManagerDatabase(engine) { database in
                let value = OneTimeValue("a", .proof, of: "key", until: Self.end)
                #expect(throws: Refused.self) {
                    try database.write { transaction in
                        _ = try transaction.oneTimeValues.consume(value)
                        throw Refused()
                    }
                }
                let isNew = try consume(value, database)
                #expect(isNew)
            }
        }

        func removed(_ engine: Engine) throws {
            try withManagerDatabase(engine) { database in
                try database.write { transaction in
                    for number in 0..<3 {
                        let value = OneTimeValue("\(number)", .proof, of: "key", until: Self.end + Int64(number))
                        _ = try transaction.oneTimeValues.consume(value)
                    }
                }
                #expect(try database.write { try $0.oneTimeValues.removeOld(before: Self.end + 2, limit: 1) } == 1)
                #expect(try database.write { try $0.oneTimeValues.removeOld(before: Self.end + 2, limit: 9) } == 1)
                #expect(try database.write { try $0.oneTimeValues.removeOld(before: Self.end + 2, limit: 9) } == 0)
            }
        }

        func pushed(_ engine: Engine) throws {
            try withManagerDatabase(engine) { database in
                let token = BearerToken.generate()
                let request = PushedRequest(
                    hash: token.hash, serviceID: "shop", parameters: "login_hint=ada", expiresAt: Self.end)
                try database.write { transaction in
                    try insertShops(transaction)
                    try transaction.pushedRequests.insert(request)
                }
                #expect(PushedRequest.hash(ofURI: PushedRequest.prefix + token.text) == request.hash)
                #expect(try database.read { try $0.pushedRequests.find(request.hash) } == request)
                let sealed: [UInt8] = try database.read {
                    try $0.one("SELECT sealed_parameters FROM pushed_request")("sealed_parameters")
                }
                #expect(!String(decoding: sealed, as: UTF8.self).contains("ada"))
                // A writer to the database cannot give the request to another client.
                try database.write { try $0.execute("UPDATE pushed_request SET service_id = 'cafe'") }
                #expect(throws: Vault.OpeningError.self) {
                    try database.read { try $0.pushedRequests.find(request.hash) }
                }
                let consumed = try (0..<2).map { _ in try database.write { try $0.pushedRequests.consume(request.hash) }
                }
                #expect(consumed == [true, false])
                #expect(try database.read { try $0.pushedRequests.find(request.hash) } == nil)
            }
        }

        func removedRequests(_ engine: Engine) throws {
            try withManagerDatabase(engine) { database in
                let requests = (0..<3).map { number in
                    PushedRequest(
                        hash: BearerToken.generate().hash, serviceID: "shop", parameters: "a=b",
                        expiresAt: Self.end + Int64(number))
                }
                try database.write { transaction in
                    try insertShops(transaction)
                    for request in requests { try transaction.pushedRequests.insert(request) }
                    let service = try #require(try transaction.services.find(id: "shop"))
                    let login = AuthorizationRequest(
                        redirectURI: "https://a.example/", state: nil, requirements: .init(scope: ["openid"]),
                        pushedRequest: requests[0].hash)
                    try transaction.processes.insert(
                        BrowserProcess(login, at: service, cookieHash: [1], at: Self.end))
                }
                let removed = try database.write { try $0.pushedRequests.removeOld(before: Self.end + 2, limit: 9) }
                #expect(removed == 1)
                let left = try database.read { transaction in
                    try requests.map { try transaction.pushedRequests.find($0.hash) != nil }
                }
                #expect(left == [true, false, true])
            }
        }

        private func consume(_ value: OneTimeValue, _ database: any Database) throws -> Bool {
            try database.write { try $0.oneTimeValues.consume(value) }
        }

        private func insertShops(_ transaction: any Transaction) throws {
            try transaction.organizations.save(
                Organization(id: "org", name: "Example", website: nil, address: nil, description: nil))
            for name in ["shop", "cafe"] {
                try transaction.services.save(
                    Service(
                        id: ServiceID(name), organizationID: "org", name: name, displayName: name, description: nil,
                        redirectURIs: ["https://a.example/"], signingAlgorithm: .es256, proofKey: .required,
                        secretHash: nil, isActive: true, sessionSeconds: 300, policyVersion: 1))
            }
        }
    }
}
