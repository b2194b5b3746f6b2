import DatabaseFixture
import Testing
import XignDomain
import XignProtocol

@testable import XignStorage

extension Storage {
    /// The queries of the console's lists, in a directory of some thousand accounts.
    @Suite struct ListPlans {
        private static let accountCount = 3000
        private static let tables: [SQL.Fragment] = [
            "account", "activation", "attribute_value", "mapping", "membership", "organization", "role",
            "role_assignment", "service",
        ]

        /// Fills a directory: 500 organizations with a service each, and accounts with a device, an address and a
        /// mapping id each. Every tenth device is locked.
        private func fill(_ directory: AttributeDirectory) throws {
            let now = directory.now
            try directory.database.write { transaction in
                for number in 0..<500 {
                    let organization = OrganizationID("o\(number)")
                    try transaction.organizations.save(
                        Organization(
                            id: organization, name: organization.text, website: nil, address: nil, description: nil))
                    var service = directory.service("s\(number)", "Service \(number)")
                    service.organizationID = organization
                    try transaction.services.save(service)
                    try transaction.services.save(
                        Role(
                            id: RoleID("r\(number)"), serviceID: service.id, name: "user", alternatives: [[.device]],
                            isDefault: number % 2 == 0))
                }
                for number in 0..<Self.accountCount {
                    let id = AccountID("a\(number)")
                    try transaction.accounts.insert(Account(id: id, name: "user \(number)", isActive: true), at: now)
                    try transaction.organizations.add(account: id, to: OrganizationID("o\(number % 500)"))
                    try transaction.services.assign(role: RoleID("r\(number % 500)"), to: id)
                    _ = try transaction.services.addMappingID(
                        MappingID("sub\(number)"), of: id, at: ServiceID("s\(number % 500)"))
                    var value = directory.value(0, .email, "\(number)@example.org", of: id)
                    value.id = TimeOrderedID.make(at: now)
                    try transaction.attributeValues.save(value, at: now)
                    var activation = directory.pendingActivation(of: id)
                    activation.state = .active
                    if number % 10 == 0 {
                        activation.lockout.lockedUntil = now + Int64(number)
                        activation.lockout.isPermanent = number % 20 == 0
                    }
                    try transaction.activations.insert(activation, pinProofHash: [1])
                }
                // Some that housekeeping has not indexed yet.
                try transaction.execute("UPDATE attribute_value SET lookup = NULL WHERE account_id < 'a10'")
            }
        }

        @Test("no query of a list reads a whole table", arguments: Engine.allCases)
        func plans(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                try fill(directory)
                if engine == .postgreSQL {
                    for table in Self.tables { try directory.database.write { try $0.execute("ANALYZE \(table)") } }
                }
                let (counts, plans) = try directory.database.read { transaction in
                    let plans = QueryPlans(transaction, engine)
                    return (try Self.lists(plans, at: directory.now), plans.plans)
                }
                #expect(counts == [51, 51, 11, 1, 1, 1, 1, 51, 51, 51, 51, 51, 51, 1, 1, 1] + [1, 1, 1, 1, 1, 1, 2])
                #expect(plans.count >= counts.count)
                for index in [
                    "account_by_sort_key", "activation_locked_for_a_time", "activation_locked_for_good",
                    "service_by_organization",
                ] {
                    #expect(plans.contains { $0.contains(index) }, "\(index)")
                }
                // The last index has nothing but the rows that are asked for.
                let scans = plans.filter { $0.hasPrefix("SCAN") || $0.contains("Seq Scan") }
                #expect(scans.filter { !$0.contains("attribute_value_without_lookup") } == [])
            }
        }

        /// Runs the queries, and returns the number of rows of each.
        private static func lists(_ plans: QueryPlans, at now: Timestamp) throws -> [Int] {
            let (accounts, activations) = (Accounts(transaction: plans), Activations(transaction: plans))
            let (services, values) = (Services(transaction: plans), AttributeValues(transaction: plans))
            let account = try #require(try accounts.find(id: "a1234"))
            let device = try #require(try activations.all(of: account.id).first)
            let place = Activations.LockoutPlace(lockedUntil: now + 2500, id: device.id)
            return [
                try accounts.list(prefix: "", after: nil, limit: 51).count,
                try accounts.list(prefix: "user", after: Array("user 2".utf8), limit: 51).count,
                try accounts.list(prefix: "user 299", after: nil, limit: 51).count,
                try accounts.find(account.publicID) == nil ? 0 : 1,
                try activations.find(device.id) == nil ? 0 : 1,
                try services.mapping("sub1234") == nil ? 0 : 1,
                try values.withAddress("1234@example.org", limit: 51).count,
                try activations.lockedForATime(at: now, after: nil, limit: 51).count,
                try activations.lockedForATime(at: now, after: place, limit: 51).count,
                try activations.lockedForGood(after: nil, limit: 51).count,
                try activations.lockedForGood(after: place, limit: 51).count,
                try activations.countLockedForATime(at: now, limit: 51),
                try activations.countLockedForGood(limit: 51),
                try services.roles(heldBy: account.id).count,
                try Organizations(transaction: plans).organizations(of: account.id).count,
                try values.hasValuesWithoutLookup() ? 1 : 0,
            ] + (try names(plans))
        }

        /// Runs the queries by which a list finds what a filter names, and the names beside ids.
        private static func names(_ plans: QueryPlans) throws -> [Int] {
            let (accounts, services) = (Accounts(transaction: plans), Services(transaction: plans))
            let organizations = Organizations(transaction: plans)
            return [
                try accounts.find(name: "user 1234") == nil ? 0 : 1,
                try accounts.all(key: UserName.key(of: "user 1234")).count,
                try organizations.find(id: "o5") == nil ? 0 : 1,
                try organizations.find(name: "o5") == nil ? 0 : 1,
                try services.find(name: "s5") == nil ? 0 : 1,
                try services.findWithOrganization(id: "s5") == nil ? 0 : 1,
                try services.ids(of: ["o5", "o6"]).count,
            ]
        }
    }
}
