import Testing
import XignDomain
import XignHTTP
import XignProtocol

@testable import XignServer
@testable import XignStorage
@testable import XignUseCases
@testable import XignWeb

/// The console for operators of an organization, who know people by ids of their own.
struct PseudonymPagesTests {
    @Test("Pseudonyms at the console", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("no page or file of an organization has a name, an id, a device or a network of a person", pages),
        TestCase("the filter of an organization takes the ids that its pages show, and no name", filter),
        TestCase("the page of an event has the result of the verification, no statement, and says why", evidence),
        TestCase("the sentence of a grant has an id of the organization beside the name", sentence),
        TestCase("the same person has another id among the administrators of each organization", administrators),
        TestCase("operators of the manager find the account of an id that an organization names", found),
    ]

    private static let audit = "/console/audit"
    private static let device = "Pixel 8 of Bob"

    private let scene: ConsoleScene
    private let organization: Organization
    private let bob: RawDevice
    /// The `sub` of bob.
    private let subject: String

    /// bob is a member and has logged in at the service of the organization, which ada administers. Somebody who is no
    /// member was refused there.
    init() throws {
        scene = try ConsoleScene()
        let manager = scene.manager
        organization = try manager.organization(named: "Example Inc.")
        bob = try RawDevice(manager, user: "bob")
        let (phone, eve) = (bob.activation, try RawDevice(manager, user: "eve"))
        try manager.add("bob", to: organization.name)
        try manager.grant(.administrator, to: "ada", in: .organization(organization.id))
        let website = try TestBrowser(manager)
        _ = try bob.finish(try bob.prepare(website))
        let (service, account) = (try manager.service.id, try manager.account("bob").id)
        let events = [
            AuditEvent(
                .loginRefused, at: manager.clock.now, accountID: try manager.account("eve").id,
                activationID: eve.activation, serviceID: service, network: "198.51.100.0/24", detail: "not a member"),
            AuditEvent(
                .grantGiven, at: manager.clock.now, accountID: account, activationID: phone,
                organizationID: organization.id, actor: .machine("heidi"), network: "198.51.100.0/24",
                detail: "auditor, organization \(organization.id): for the audit"),
        ]
        subject = try manager.context.database.write { transaction in
            _ = try transaction.activations.rename(phone, to: Self.device)
            for event in events { try transaction.audit.append(event) }
            return try transaction.services.addMappingID(MappingID("c3ViamVjdCBvZiBib2I"), of: account, at: service)
                .text
        }
    }

    private var list: String { "/console/organizations/\(organization.id)/administrators" }

    private func memberID() throws -> MemberID {
        let account = try scene.manager.account("bob").id
        return try #require(
            try scene.manager.context.database.read {
                try $0.organizations.memberID(of: account, in: organization.id)
            })
    }

    private func grantID(_ name: String) throws -> GrantID {
        AdministratorGrant.id(of: try scene.manager.account(name).publicID, in: organization.id)
    }

    private func events(in list: String) -> [String] {
        list.matches(of: #/href="(\/console\/audit\/events\/[A-Za-z0-9_-]+)"/#).map { String($0.output.1) }
    }

    func pages() throws {
        var browser = try scene.browser("ada")
        let log = try browser.get(Self.audit).text
        let events = events(in: log)
        #expect(events.count >= 3)
        let export = try browser.submit("\(Self.audit)/export", on: Self.audit).text
        #expect(export.contains("\"sub\":\"\(subject)\""))
        #expect(export.contains("\"noMember\":true"))
        var shown = [log, export]
        let others = ["/console", list, "\(list)/new", "\(list)/\(try grantID("ada"))/withdraw"]
        for address in events + others {
            let page = try browser.get(address)
            #expect(page.status == .ok, "\(address)")
            shown.append(page.text)
        }
        let people = try ["bob", "eve", "ada"].map { try scene.manager.account($0) }
        let ids = people.flatMap { [$0.publicID.description, $0.publicID.short, $0.id.text] }
        let devices = [bob.activation.description, bob.activation.short, Self.device, "198.51.100"]
        for (number, page) in shown.enumerated() {
            for name in ids + devices + ["<bdi>bob", "\"bob\"", "<bdi>eve", "\"eve\"", "heidi", "/console/accounts"] {
                #expect(!page.contains(name), "\(name) in page \(number)")
            }
        }
        #expect(!shown[shown.count - 3].contains("Last confirmation"))
    }

    func filter() throws {
        var browser = try scene.browser("ada")
        let known = [subject, try memberID().description, "ada"]
        for text in known { #expect(try browser.get("\(Self.audit)?whom=\(text)").status == .ok, "\(text)") }
        #expect(try browser.get("\(Self.audit)?whom=\(known[0])").text.contains("<bdi>\(subject)</bdi>"))
        let names = ["bob", "eve", "nobody", "heidi", bob.activation.description, try scene.publicID("bob")]
        for name in names {
            let refused = try browser.get("\(Self.audit)?whom=\(name)")
            #expect(refused.status == .unprocessableContent, "\(name)")
            #expect(refused.text.contains("Nobody in this log has this id."), "\(name)")
        }
        var grace = try scene.browser("grace")
        #expect(try grace.get("\(Self.audit)?whom=bob").status == .ok)
    }

    func evidence() throws {
        var browser = try scene.browser("ada")
        let login = try #require(
            events(in: try browser.get("\(Self.audit)?what=logins&whom=\(subject)").text).first)
        let page = try browser.get(login).text
        #expect(page.contains("verified"))
        #expect(page.contains("for the operators of this manager alone"))
        #expect(!page.contains("data:application/json"))
        #expect(!page.contains("SHA-256"))
        #expect(!page.contains("Signed by"))
        #expect(page.contains("<dt>Id at the service (sub)</dt><dd><code>\(subject)</code></dd>"))
    }

    func sentence() throws {
        var browser = try scene.browser("ada")
        let answer = try browser.submit(
            "\(list)/new", on: "\(list)/new",
            ["account": "bob", "role": "auditor", "reason": "Takes over from lin"])
        let page = try browser.get(try #require(answer["Location"], "\(answer.status)")).text
        let bob = try scene.manager.account("bob")
        #expect(page.contains("<bdi>bob</bdi>"))
        #expect(page.contains(try grantID("bob").short))
        #expect(!page.contains(bob.publicID.short))
        // The id would tell whom the log means.
        #expect(!page.contains(try memberID().short))
        _ = try scene.confirm(answer, by: "ada", in: &browser)
        let named = try browser.get(list).text
        #expect(named.contains("<bdi>bob</bdi>"))
        #expect(named.contains("<code>\(try grantID("bob").short)</code>"))
        #expect(!named.contains(bob.publicID.short))
    }

    func administrators() throws {
        let other = Organization(
            id: OrganizationID("5ca9564a-dee1-4a8d-ba26-6454afd33a29"), name: "Other Inc.", website: nil, address: nil,
            description: nil)
        try scene.manager.context.database.write { try $0.organizations.save(other) }
        try scene.manager.grant(.auditor, to: "ada", in: .organization(other.id))
        let there = AdministratorGrant.id(of: try scene.manager.account("ada").publicID, in: other.id)
        #expect(there != (try grantID("ada")))
        var browser = try scene.browser("ada")
        let withdrawal = "/console/organizations/\(other.id)/administrators"
        #expect(try browser.get("\(withdrawal)/\(there)/withdraw").status == .ok)
        #expect(try browser.get("\(withdrawal)/\(try grantID("ada"))/withdraw").status == .notFound)
        #expect(try browser.get("\(withdrawal)/\(try scene.publicID("ada"))/withdraw").status == .notFound)
    }

    func found() throws {
        var browser = try scene.browser("max")
        let id = try memberID()
        let search = try browser.get("/console/accounts?text=\(id)").text
        #expect(search.contains("has this identifier as a member of <bdi>Example Inc.</bdi>"))
        #expect(search.contains("<bdi>bob</bdi>"))
        let memberships = try browser.get("/console/accounts/\(try scene.publicID("bob"))/memberships").text
        #expect(memberships.contains("<code>\(id)</code>"))
        #expect(memberships.contains("<code>\(try grantID("bob").short)</code>"))
    }
}
