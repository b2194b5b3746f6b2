import DatabaseFixture
import Testing
import Threads
import XignDomain
import XignProtocol

@testable import XignStorage

extension Storage {
    struct InvitationRepository {
        @Test(arguments: TestCase.all(tests))
        func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

        static let tests: [TestCase<Self>] = [
            TestCase(
                "the terms come back as they were stored, and a dump shows no address", stored, each: Engine.allCases),
            TestCase(
                "invitations are found for removal after their time, whatever became of them", expired,
                each: Engine.allCases),
            TestCase(
                "an account that was made for its invitation is a placeholder", placeholder, each: Engine.allCases),
            TestCase("an account with an active device is no placeholder", device, each: Engine.allCases),
            TestCase("an account that a website knows is no placeholder", subject, each: Engine.allCases),
            TestCase(
                "an account with another value than the invited address is no placeholder", value, each: Engine.allCases
            ),
            TestCase("a member of another organization is no placeholder", membership, each: Engine.allCases),
            TestCase("of many accounts at once, one takes an invitation", merged, each: Engine.allCases),
            TestCase(
                "only a pending invitation is merged", otherKinds, each: Engine.allCases,
                [Activation.Kind.additional, .registration]),
        ]

        /// Makes an invitation whose account is the placeholder `eve`.
        private func invite(_ directory: AttributeDirectory, madeAccount: Bool = true) throws -> InvitationTerms {
            let pending = directory.pendingActivation(of: "eve", kind: .invitation)
            let terms = InvitationTerms(
                activationID: pending.id, organizationID: "org", address: "eve@secret.example",
                roles: ["buyer", "seller"], madeAccount: madeAccount, namedAccountID: "bob")
            try directory.insert(pending)
            try directory.database.write { transaction in
                try transaction.organizations.add(account: "eve", to: "org")
                try transaction.invitations.insert(terms)
            }
            return terms
        }

        private func isPlaceholder(_ directory: AttributeDirectory, _ terms: InvitationTerms) throws -> Bool {
            try directory.database.read { try $0.invitations.isPlaceholder("eve", of: terms) }
        }

        func stored(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                let terms = try invite(directory)
                #expect(try directory.database.read { try $0.invitations.find(terms.activationID) } == terms)
                #expect(try Dump(directory.database).tables(with: "secret.example") == [])
            }
        }

        func expired(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                let terms = try invite(directory)
                _ = try directory.database.write { try $0.activations.void(terms.activationID) }
                let found = try directory.database.read { transaction in
                    try [3600, 3601].map { seconds in
                        try transaction.invitations.expired(
                            before: directory.now + seconds, joinsBefore: directory.now, limit: 10)
                    }
                }
                #expect(found == [[], [terms.activationID]])
                try directory.database.write { try $0.invitations.remove(terms.activationID) }
                #expect(try directory.database.read { try $0.invitations.find(terms.activationID) } == nil)
            }
        }

        func placeholder(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                let terms = try invite(directory)
                try directory.save(directory.value(1, .email, try #require(terms.address), of: "eve"))
                #expect(try isPlaceholder(directory, terms))
                var other = terms
                other.madeAccount = false
                #expect(try !isPlaceholder(directory, other))
            }
        }

        func device(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                let terms = try invite(directory)
                _ = try EnrolledDevice(directory, of: "eve")
                #expect(try !isPlaceholder(directory, terms))
            }
        }

        func subject(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                let terms = try invite(directory)
                _ = try directory.database.write {
                    try $0.services.addMappingID(MappingID("sub"), of: "eve", at: "shop")
                }
                #expect(try !isPlaceholder(directory, terms))
            }
        }

        func value(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                let terms = try invite(directory)
                try directory.save(directory.value(1, .givenName, "Eve", of: "eve"))
                #expect(try !isPlaceholder(directory, terms))
            }
        }

        func membership(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                let terms = try invite(directory)
                try directory.database.write { transaction in
                    try transaction.organizations.save(
                        Organization(id: "two", name: "Two", website: nil, address: nil, description: nil))
                    try transaction.organizations.add(account: "eve", to: "two")
                }
                #expect(try !isPlaceholder(directory, terms))
            }
        }

        func merged(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                let (terms, now) = (try invite(directory), directory.now)
                let (database, winners) = (directory.database, Locked<[AccountID]>([]))
                let errors = concurrently(50) { number in
                    let account: AccountID = number.isMultiple(of: 2) ? "ada" : "bob"
                    let isTaken = try database.write {
                        try $0.activations.claimMerge(terms.activationID, into: account, at: now)
                    }
                    if isTaken { winners.withLock { $0.append(account) } }
                }
                #expect(errors.isEmpty, "\(errors)")
                let winner = winners.withLock { $0 }
                #expect(winner.count == 1)
                let merged = try database.read { try $0.activations.find(terms.activationID) }
                #expect(merged?.state == .merged)
                #expect(merged?.accountID == winner.first)
                #expect(merged?.personalizedAt == now)
                #expect(try database.read { try $0.invitations.find(terms.activationID) } == nil)
            }
        }

        func otherKinds(_ engine: Engine, _ kind: Activation.Kind) throws {
            try withDirectory(engine) { directory in
                let (pending, now) = (directory.pendingActivation(of: "eve", kind: kind), directory.now)
                try directory.insert(pending)
                let isTaken = try directory.database.write {
                    try $0.activations.claimMerge(pending.id, into: "ada", at: now)
                }
                #expect(!isTaken)
            }
        }
    }
}
