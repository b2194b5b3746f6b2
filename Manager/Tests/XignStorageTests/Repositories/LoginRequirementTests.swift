import DatabaseFixture
import Testing
import XignDomain
import XignProtocol

@testable import XignStorage

extension Storage {
    @Suite struct Requirements {
        @Test(
            "the requirements of a login are stored without loss",
            arguments: Engine.allCases,
            [
                LoginRequirements(scope: ["openid"]), LoginRequirements(scope: [], accountID: "ada"),
                LoginRequirements(scope: ["openid", "email"], nonce: "n", contextClasses: [.device]),
                LoginRequirements(
                    scope: ["openid"], codeChallenge: "c", dpopThumbprint: "t", accountID: "ada",
                    contextClasses: [.device, .multiFactor]),
            ])
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

        @Test("no login meets a context class that this version does not know", arguments: Engine.allCases)
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

        @Test("an account is found by the mapping id of its service alone", arguments: Engine.allCases)
        func mapping(_ engine: Engine) throws {
            try withManagerDatabase(engine) { database in
                try database.write { transaction in
                    try insertService(transaction)
                    try transaction.accounts.insert(
                        Account(id: "ada", name: "ada", isActive: true), at: Timestamp(rawValue: 1))
                    _ = try transaction.services.mappingID(of: "ada", at: "shop", new: { "Subject" })
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
