import DatabaseFixture
import Testing
import XignDomain
import XignProtocol

@testable import XignStorage

extension Storage {
    struct GroupMembers {
        @Test("Groups of members", arguments: TestCase.all(tests))
        func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

        static let tests: [TestCase<Self>] = [
            TestCase("a member is in the groups of one organization and of another", held, each: Engine.allCases),
            TestCase("the groups go with the membership, and do not come back with it", ended, each: Engine.allCases),
            TestCase("nobody is in a group without a membership", withoutMembership, each: Engine.allCases),
            TestCase("no question about groups reads all of them", plans, each: Engine.allCases),
        ]

        private func withMembers(_ engine: Engine, _ body: (any Database) throws -> Void) throws {
            try withDirectory(engine) { directory in
                try directory.database.write { transaction in
                    try transaction.organizations.save(
                        Organization(id: "two", name: "Two", website: nil, address: nil, description: nil))
                    for organization: OrganizationID in ["org", "two"] {
                        try transaction.organizations.add(account: "ada", to: organization)
                    }
                    try transaction.organizations.add(account: "bob", to: "org")
                    for (account, group, organization): (AccountID, String, OrganizationID) in [
                        ("ada", "staff", "org"), ("ada", "ops", "org"), ("ada", "ops", "two"), ("bob", "ops", "org"),
                        ("ada", "ops", "org"),
                    ] {
                        try transaction.groups.add(account, to: group, in: organization)
                    }
                }
                try body(directory.database)
            }
        }

        func held(_ engine: Engine) throws {
            try withMembers(engine) { database in
                try database.write { transaction in
                    let groups = transaction.groups
                    #expect(try groups.names(of: "ada", in: "org") == GroupNames(["ops", "staff"]))
                    #expect(
                        try groups.all(of: "ada") == ["org": GroupNames(["ops", "staff"]), "two": GroupNames(["ops"])])
                    #expect(try groups.members(of: GroupNames(["ops", "others"]), in: "org") == ["ada", "bob"])
                    #expect(try groups.members(of: .none, in: "org") == [])
                    try groups.remove("ada", from: "ops", in: "org")
                    #expect(try groups.names(of: "ada", in: "org") == GroupNames(["staff"]))
                    #expect(try groups.names(of: "ada", in: "two") == GroupNames(["ops"]))
                    #expect(try groups.names(of: "bob", in: "org") == GroupNames(["ops"]))
                }
            }
        }

        func ended(_ engine: Engine) throws {
            try withMembers(engine) { database in
                try database.write { transaction in
                    try transaction.organizations.remove(account: "ada", from: "org")
                    try transaction.organizations.add(account: "ada", to: "org")
                    #expect(try transaction.groups.all(of: "ada") == ["two": GroupNames(["ops"])])
                }
            }
        }

        func withoutMembership(_ engine: Engine) throws {
            try withMembers(engine) { database in
                #expect(throws: StorageError.self) {
                    try database.write { try $0.groups.add("bob", to: "ops", in: "two") }
                }
            }
        }

        func plans(_ engine: Engine) throws {
            try withMembers(engine) { database in
                try database.write { transaction in
                    for number in 0..<1000 {
                        let id = AccountID("a\(number)")
                        try transaction.accounts.insert(
                            Account(id: id, name: "user \(number)", isActive: true), at: Timestamp(seconds: 1))
                        try transaction.organizations.add(account: id, to: "org")
                        try transaction.groups.add(id, to: "group \(number % 100)", in: "org")
                    }
                }
                if engine == .postgreSQL { try database.write { try $0.execute("ANALYZE group_member") } }
                try database.read { transaction in
                    let plans = QueryPlans(transaction, engine)
                    _ = try plans.groups.names(of: "ada", in: "org")
                    _ = try plans.groups.all(of: "ada")
                    _ = try plans.groups.members(of: GroupNames(["ops"]), in: "org")
                    #expect(plans.plans.count >= 3)
                    #expect(plans.scans == [])
                }
            }
        }
    }
}
