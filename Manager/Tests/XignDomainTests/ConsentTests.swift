import Testing
import XignProtocol

@testable import XignDomain

struct ConsentTests {
    @Test("Consent", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("A renewed statement differs in challenge and times alone", renewed),
        TestCase("A statement is current only while service, role and policy are unchanged", current),
    ]

    let now = Timestamp(seconds: 1_800_000_000)
    let service = Service(
        id: "service", organizationID: "organization", name: "demo", displayName: "Demo", description: nil,
        redirectURIs: ["https://website.example/callback"], signingAlgorithm: .es256, proofKey: .required,
        secretHash: nil, isActive: true, sessionSeconds: 300, policyVersion: 7)
    let role = Role(id: "role", serviceID: "service", name: "user", alternatives: [[.device, .pin]], isDefault: true)

    private var process: Process {
        BrowserProcess(
            AuthorizationRequest(
                redirectURI: "https://website.example/callback", state: nil,
                requirements: LoginRequirements(scope: ["openid"])),
            at: service, cookieHash: [], at: now
        ).process
    }

    func renewed() throws {
        let organization = Organization(id: "organization", name: "Org", website: nil, address: nil, description: nil)
        let statement = Consent.statement(
            process: process, activation: .random(), service: service, organization: organization, role: role,
            attributes: [], issuer: ManagerOrigin("https://login.example.org")!,
            challenge: [UInt8](repeating: 1, count: 32), at: now)
        #expect(statement.serviceOrigin == "https://website.example")
        #expect(try ConsentStatement(parsing: statement.serialized) == statement)
        var renewed = Consent.renewed(
            statement, challenge: [UInt8](repeating: 2, count: 32), expiresAt: now + 500, at: now + 100)
        #expect(renewed != statement)
        #expect(renewed.expiresAt == (now + 500).seconds)
        (renewed.challenge, renewed.issuedAt, renewed.expiresAt) = (
            statement.challenge, statement.issuedAt, statement.expiresAt
        )
        #expect(renewed == statement)
    }

    func current() {
        let organization = Organization(id: "organization", name: "Org", website: nil, address: nil, description: nil)
        let statement = Consent.statement(
            process: process, activation: .random(), service: service, organization: organization, role: role,
            attributes: [], issuer: ManagerOrigin("https://login.example.org")!,
            challenge: [UInt8](repeating: 1, count: 32), at: now)
        #expect(Consent.isCurrent(statement, service: service, role: role))
        var (changed, inactive) = (service, service)
        changed.policyVersion += 1
        inactive.isActive = false
        var (stricter, other) = (role, role)
        stricter.alternatives = [[.biometric, .device, .pin]]
        other.id = "another"
        #expect(!Consent.isCurrent(statement, service: changed, role: role))
        #expect(!Consent.isCurrent(statement, service: inactive, role: role))
        #expect(!Consent.isCurrent(statement, service: service, role: stricter))
        #expect(!Consent.isCurrent(statement, service: service, role: other))
    }
}

extension TextID: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self.init(text) }
}

extension BearerHash: ExpressibleByArrayLiteral {
    public init(arrayLiteral bytes: UInt8...) { self.init(bytes: bytes) }
}
