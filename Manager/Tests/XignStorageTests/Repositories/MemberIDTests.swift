import DatabaseFixture
import Testing
import XignDomain
import XignProtocol

@testable import XignStorage

extension Storage {
    struct MemberIDs {
        @Test(arguments: TestCase.all(tests))
        func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

        static let tests: [TestCase<Self>] = [
            TestCase(
                "an account has another id in each organization, by which it is found", found, each: Engine.allCases),
            TestCase("a member who is added again keeps the id, and one who comes back gets another", again),
            TestCase("no question about ids of members reads all memberships", plans, each: Engine.allCases),
        ]

        private func withOrganizations(_ engine: Engine, _ body: (any Database) throws -> Void) throws {
            try withDirectory(engine) { directory in
                try directory.database.write { transaction in
                    try transaction.organizations.save(
                        Organization(id: "two", name: "Two", website: nil, address: nil, description: nil))
                    for organization: OrganizationID in ["org", "two"] {
                        try transaction.organizations.add(account: "ada", to: organization)
                    }
                }
                try body(directory.database)
            }
        }

        func found(_ engine: Engine) throws {
            try withOrganizations(engine) { database in
                try database.read { transaction in
                    let organizations = transaction.organizations
                    let ids = try organizations.memberIDs(of: "ada")
                    #expect(ids.count == 2)
                    #expect(ids["org"] != ids["two"])
                    for (organization, id) in ids {
                        #expect(try organizations.memberID(of: "ada", in: organization) == id)
                        let member = try #require(try organizations.member(id))
                        #expect(member.account == "ada")
                        #expect(member.organization == organization)
                    }
                    #expect(try organizations.memberID(of: "bob", in: "org") == nil)
                    #expect(try organizations.member(.random()) == nil)
                }
            }
        }

        func again() throws {
            try withOrganizations(.sqlite) { database in
                let ids = try database.write { transaction in
                    let organizations = transaction.organizations
                    let first = try organizations.memberID(of: "ada", in: "org")
                    try organizations.add(account: "ada", to: "org")
                    let second = try organizations.memberID(of: "ada", in: "org")
                    try organizations.remove(account: "ada", from: "org")
                    try organizations.add(account: "ada", to: "org")
                    return [first, second, try organizations.memberID(of: "ada", in: "org")]
                }
                #expect(ids[0] == ids[1])
                #expect(ids[2] != nil)
                #expect(ids[2] != ids[0])
            }
        }

        func plans(_ engine: Engine) throws {
            try withOrganizations(engine) { database in
                try database.write { transaction in
                    for number in 0..<1000 {
                        let id = AccountID("a\(number)")
                        try transaction.accounts.insert(
                            Account(id: id, name: "user \(number)", isActive: true), at: Timestamp(seconds: 1))
                        try transaction.organizations.add(account: id, to: "org")
                    }
                }
                if engine == .postgreSQL { try database.write { try $0.execute("ANALYZE membership") } }
                try database.read { transaction in
                    let plans = QueryPlans(transaction, engine)
                    _ = try plans.organizations.member(.random())
                    _ = try plans.organizations.memberID(of: "ada", in: "org")
                    _ = try plans.organizations.memberIDs(of: "ada")
                    #expect(plans.plans.count >= 3)
                    #expect(plans.scans == [])
                }
            }
        }
    }
}
