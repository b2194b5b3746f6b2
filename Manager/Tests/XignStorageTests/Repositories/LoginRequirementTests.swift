import DatabaseFixture
import Testing
import XignDomain
import XignProtocol

@testable import XignStorage

extension Storage {
    struct Requirements {
        @Test(arguments: TestCase.all(tests))
        func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

        static let tests: [TestCase<Self>] = [
            TestCase(
                "the requirements of a login are stored without loss", roundTrip, each: Engine.allCases,
                [
                    LoginRequirements(scope: ["openid"]), LoginRequirements(scope: [], accountID: "ada"),
                    LoginRequirements(scope: ["openid", "email"], nonce: "n", contextClasses: [.device]),
                    LoginRequirements(
                        scope: ["openid"], codeChallenge: "c", dpopThumbprint: "t", accountID: "ada",
                        contextClasses: [.device, .multiFactor]),
                ]),
            TestCase(
                "no login meets a context class that this version does not know", unknownClass, each: Engine.allCases),
            TestCase("an account is found by the mapping id of its service alone", mapping, each: Engine.allCases),
        ]

        func roundTrip(_ engine: Engine, _ requirements: LoginRequirements) throws {
            try withManagerDatabase(engine) { database in
                let login = login(requirements)
                try database.write { transaction in
                    try insertService(transaction)
                    try transaction.processes.insert(login)
                }
                #expect(try database.read { try $0.processes.browserProcess(login.process.id) } == login)
            }
        }

        func unknownClass(_ engine: Engine) throws {
            try withManagerDatabase(engine) { database in
                let login = login(LoginRequirements(scope: ["openid"]))
                try database.write { transaction in
                    try insertService(transaction)
                    try transaction.processes.insert(login)
                    try transaction.execute("UPDATE process SET required_context_classes = 'urn:xign:acr:new'")
                }
                let found = try database.read { try $0.processes.find(login.process.id) }
                #expect(found?.goal.login?.requirements.contextClasses == [])
            }
        }

        func mapping(_ engine: Engine) throws {
            try withManagerDatabase(engine) { database in
                try database.write { transaction in
                    try insertService(transaction)
                    try transaction.accounts.insert(
                        Account(id: "ada", name: "ada", isActive: true), at: Timestamp(rawValue: 1))
                    _ = try transaction.services.addMappingID("Subject", of: "ada", at: "shop")
                }
                func account(_ mappingID: MappingID, _ service: ServiceID) throws -> AccountID? {
                    try database.read { try $0.services.account(withMapping: mappingID, at: service) }
                }
                #expect(try account("Subject", "shop") == "ada")
                #expect(try account("Subject", "wiki") == nil)
                #expect(try account("subject", "shop") == nil)
                #expect(try account("", "shop") == nil)
            }
        }

        private func insertService(_ transaction: any Transaction) throws {
            try transaction.organizations.save(
                Organization(id: "org", name: "Example Inc.", website: nil, address: nil, description: nil))
            for id in ["shop", "wiki"] { try transaction.services.save(service(id)) }
        }

        private func service(_ id: String) -> Service {
            Service(
                id: ServiceID(id), organizationID: "org", name: id, displayName: id, description: nil,
                redirectURIs: ["https://\(id).example/"], signingAlgorithm: .es256, proofKey: .required,
                secretHash: nil, isActive: true, sessionSeconds: 300, policyVersion: 1)
        }

        private func login(_ requirements: LoginRequirements) -> BrowserProcess {
            BrowserProcess(
                AuthorizationRequest(
                    redirectURI: "https://shop.example/", state: "s", responseMode: .formPost,
                    requirements: requirements),
                at: service("shop"), cookieHash: [1], at: Timestamp(rawValue: 1_790_000_000_000))
        }
    }
}
