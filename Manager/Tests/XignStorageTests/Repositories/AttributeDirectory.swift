import DatabaseFixture
import Testing
import Threads
import XignCrypto
import XignDomain
import XignProtocol

@testable import XignStorage

/// A database with three people and two services.
struct AttributeDirectory: Sendable {
    let database: any Database
    let now = Timestamp(rawValue: 1_790_000_000_000)

    init(_ database: any Database) throws {
        self.database = database
        try database.write { [self] transaction in
            try transaction.organizations.save(
                Organization(id: "org", name: "Example Inc.", website: nil, address: nil, description: nil))
            for (id, name) in [("wiki", "B wiki"), ("shop", "A shop")] {
                try transaction.services.save(service(id, name))
            }
            for id in ["ada", "bob", "eve"] {
                try transaction.accounts.insert(Account(id: AccountID(id), name: id, isActive: true), at: now)
            }
        }
    }

    func service(_ id: String, _ displayName: String) -> Service {
        Service(
            id: ServiceID(id), organizationID: "org", name: id, displayName: displayName, description: nil,
            redirectURIs: ["https://\(id).example/"], signingAlgorithm: .es256, proofKey: .required, secretHash: nil,
            isActive: true, sessionSeconds: 300, policyVersion: 1)
    }

    func login(_ claims: ClaimsRequest) -> BrowserProcess {
        BrowserProcess(
            AuthorizationRequest(
                redirectURI: "https://shop.example/", state: nil,
                requirements: LoginRequirements(scope: ["openid"], claims: claims)),
            at: service("shop", "A shop"), cookieHash: [1], at: now)
    }

    func value(
        _ number: UInt8, _ attribute: AttributeName, _ text: String, of account: AccountID = "ada",
        alias: String = "alias",
        isPrimary: Bool = false, isVerified: Bool = false
    ) -> AttributeValue {
        AttributeValue(
            id: Array(repeating: number, count: AttributeValue.idByteCount), accountID: account, attribute: attribute,
            disclosure: disclosure(attribute, text), alias: alias, isPrimary: isPrimary,
            verification: isVerified ? .operator : nil)
    }

    func release(
        _ attribute: AttributeName, _ text: String, _ source: AttributeRelease.Source,
        _ destinations: Set<ClaimDestination>, isVerified: Bool = false
    ) -> AttributeRelease {
        AttributeRelease(
            attribute: attribute, disclosure: disclosure(attribute, text), source: source,
            verification: isVerified ? .operator : nil,
            destinations: destinations)
    }

    private func disclosure(_ attribute: AttributeName, _ text: String) -> AttributeDisclosure {
        AttributeDisclosure(salt: Array(repeating: 3, count: 16), name: attribute.rawValue, value: text)
    }

    func save(_ value: AttributeValue) throws {
        try database.write { try $0.attributeValues.save(value, at: now) }
    }

    func values(of account: AccountID = "ada") throws -> [AttributeValue] {
        try database.read { try $0.attributeValues.all(of: account) }
    }
}

func withDirectory(_ engine: Engine, _ body: (AttributeDirectory) throws -> Void) throws {
    try withManagerDatabase(engine) { try body(AttributeDirectory($0)) }
}
