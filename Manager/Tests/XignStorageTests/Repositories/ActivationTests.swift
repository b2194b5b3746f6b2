import DatabaseFixture
import Testing
import XignCrypto
import XignDomain
import XignProtocol

@testable import XignStorage

extension Storage {
    struct ActivationRepository {
        @Test(arguments: TestCase.all(tests))
        func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

        static let tests: [TestCase<Self>] = [
            TestCase(
                "an enrolment is stored with its activation, its statement sealed", enrolled, each: Engine.allCases),
            TestCase("an active activation is renamed, and no other", renamed, each: Engine.allCases),
            TestCase("the key of a factor is replaced, and the others stay", replaced, each: Engine.allCases),
            TestCase(
                "pending and active activations are counted, those that have expired are not", counted,
                each: Engine.allCases),
            TestCase("pending activations end with their issuer, and others stay", issued, each: Engine.allCases),
            TestCase(
                "of activations that are issued at once under the account's lock, the limit holds", limited,
                each: Engine.allCases),
            TestCase("an unknown account cannot be locked", unknown, each: Engine.allCases),
            TestCase("codes and tokens of an activation end, and no others", tokens, each: Engine.allCases),
        ]

        private func find(_ id: ActivationID, _ directory: AttributeDirectory) throws -> Activation? {
            try directory.database.read { try $0.activations.find(id) }
        }

        func enrolled(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                let issuer = ActivationID.random()
                let end = directory.now + Activation.coolDownSeconds
                let activation = try EnrolledDevice(directory, issuedBy: issuer, coolUntil: end).activation
                #expect(activation.state == .active)
                #expect(activation.platform == "Linux")
                #expect(activation.keyStore == .file)
                #expect(activation.issuedBy == issuer)
                #expect(activation.coolUntil == end)
                #expect(activation.personalizedAt == directory.now)
                let statement = try directory.database.read { try $0.activations.enrolment(of: activation) }
                #expect(statement == Array("signed enrolment of phone".utf8))
                #expect(try Dump(directory.database).tables(with: "signed enrolment") == [])
            }
        }

        func renamed(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                let (active, pending) = (try EnrolledDevice(directory).activation, directory.pendingActivation())
                try directory.insert(pending)
                let renamed = try directory.database.write { transaction in
                    try [active.id, pending.id].map { try transaction.activations.rename($0, to: "new phone") }
                }
                #expect(renamed == [true, false])
                #expect(try find(active.id, directory)?.alias == "new phone")
                #expect(try find(pending.id, directory)?.alias == "")
            }
        }

        func replaced(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                let device = try EnrolledDevice(directory)
                let raw = Array(Curve25519.Signing.PrivateKey().publicKey.rawRepresentation)
                let key = try #require(FactorPublicKey(factor: .pin, rawRepresentation: raw))
                let fresh = P256.Signing.PrivateKey().publicKey.rawRepresentation
                let biometric = try #require(FactorPublicKey(factor: .biometric, rawRepresentation: Array(fresh)))
                let replaced = try directory.database.write { transaction in
                    try [key, biometric].map { try transaction.activations.replaceFactor($0, of: device.activation) }
                }
                #expect(replaced == [true, false])
                let keys = try directory.database.read { try $0.activations.factors(of: device.activation) }
                let old = Array(device.deviceKey.publicKey.rawRepresentation)
                #expect(keys.map(\.factor) == [.device, .pin])
                #expect(keys.map(\.rawRepresentation) == [old, raw])
            }
        }

        func counted(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                _ = try EnrolledDevice(directory)
                _ = try EnrolledDevice(directory, of: "bob")
                try directory.insert(directory.pendingActivation(), directory.pendingActivation())
                let revoked = try EnrolledDevice(directory).activation
                _ = try directory.database.write { try $0.activations.revoke(revoked.id) }
                let (now, later) = try directory.database.read { transaction in
                    (
                        try transaction.activations.counts(of: "ada", at: directory.now),
                        try transaction.activations.counts(of: "ada", at: directory.now + 3600)
                    )
                }
                #expect(now == (pending: 2, active: 1))
                #expect(later == (pending: 0, active: 1))
            }
        }

        func issued(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                let issuer = try EnrolledDevice(directory).activation
                let used = try EnrolledDevice(directory, issuedBy: issuer.id).activation
                let issued = directory.pendingActivation(issuedBy: issuer.id)
                let others = [directory.pendingActivation(), directory.pendingActivation(issuedBy: .random())]
                try directory.insert(issued, others[0], others[1])
                let voided = try directory.database.write { try $0.activations.voidIssued(by: issuer) }
                #expect(voided == [issued.id])
                #expect(try find(issued.id, directory)?.state == .void)
                #expect(try find(used.id, directory)?.state == .active)
                #expect(try find(others[0].id, directory)?.state == .pending)
                #expect(try find(others[1].id, directory)?.state == .pending)
            }
        }

        func limited(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                let database = directory.database
                let errors = concurrently(20) { _ in
                    try database.write { transaction in
                        let account = try #require(try transaction.accounts.lock("ada"))
                        let counts = try transaction.activations.counts(of: account.id, at: directory.now)
                        guard counts.pending < ActivationLimits.pending else { return }
                        try transaction.activations.insert(directory.pendingActivation(), pinProofHash: [1])
                    }
                }
                #expect(errors.isEmpty, "\(errors)")
                let counts = try database.read { try $0.activations.counts(of: "ada", at: directory.now) }
                #expect(counts.pending == ActivationLimits.pending)
            }
        }

        func unknown(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                let account = try directory.database.write { try $0.accounts.lock("nobody") }
                #expect(account == nil)
            }
        }

        func tokens(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                let (device, other, now) = (ActivationID.random(), ActivationID.random(), directory.now)
                try directory.database.write { transaction in
                    for (number, activation) in [(UInt8(1), device), (2, other)] {
                        try directory.issueCode(number, to: activation, of: "ada", transaction)
                    }
                    try transaction.grants.endAll(of: device, at: now)
                }
                let dump = try Dump(directory.database)
                #expect(dump.count("authorization_code") == 1)
                #expect(dump.count("access_token") == 1)
                let left = try directory.database.read { try $0.grants.token(hash: [2])?.login.activationID }
                #expect(left == other)
            }
        }
    }
}

extension AttributeDirectory {
    /// Inserts a code with its token; the number is the hash of both.
    func issueCode(
        _ number: UInt8, to activation: ActivationID, of account: AccountID, _ transaction: any Transaction
    ) throws {
        let hash = BearerHash(bytes: [number])
        let login = ConfirmedLogin(
            sessionID: .random(), serviceID: "shop", accountID: account, activationID: activation, mappingID: "sub",
            roleName: "user", factors: [.device], authenticatedAt: now)
        try transaction.grants.insert(
            AuthorizationCode(
                hash: hash, login: login, redirectURI: "https://shop.example/", scope: ["openid"], nonce: nil,
                codeChallenge: nil, expiresAt: now + 60, redeemedAt: nil))
        try transaction.grants.insert(
            AccessToken(hash: hash, codeHash: hash, login: login, scope: ["openid"], expiresAt: now + 300))
    }
}
