import DatabaseFixture
import Testing
import XignAdmission
import XignDomain
import XignHTTP
import XignProtocol
import XignStorage

@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

struct StopLinkTests {
    @Test("The link of a mail that stops a device", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("stops a new device for good, once, without a login", device, each: Engine.allCases),
        TestCase("stops a code that waits for a device", code, each: Engine.allCases),
        TestCase("stops nothing when it is opened, by a person or by a filter", opened),
        TestCase("stops nothing for a form of another site, or of no site", forged),
        TestCase("stops nothing a day after the device was connected", late),
        TestCase("works where a neighbour has sent too many wrong ones", neighbour),
        TestCase("is right for its own activation and account alone", foreign),
        TestCase("leaves the device of the last administrator", lastAdministrator),
        TestCase("is told to the account's devices and recorded, without an operator", told),
        TestCase("stands in the mails about a new device, and in no other", mailed),
    ]

    /// A manager that mails nothing itself: another manager of its database may have sent the link.
    private func manager(_ engine: Engine = .sqlite) throws -> TestManager { try TestManager(engine) }

    /// The secret of the link that stops an activation.
    private func link(_ manager: TestManager, _ activation: ActivationID) throws -> String {
        let address = try #require(try StopDevice(manager.context).link(to: activation))
        #expect(address.hasPrefix("\(manager.issuer)/stop?link="))
        return String(address.dropFirst("\(manager.issuer)/stop?link=".count))
    }

    /// Opens the link, or sends the form of its page.
    private func send(
        _ manager: TestManager, _ method: XignHTTP.Method, _ link: String, site: String? = "same-origin"
    ) throws -> Response {
        let fields = [
            HeaderField("Accept", "text/html"), HeaderField("Content-Type", "application/x-www-form-urlencoded"),
        ]
        let origin = site.map { [HeaderField("Sec-Fetch-Site", $0)] } ?? []
        let (target, form) = method == .post ? ("/stop", "link=\(link)") : ("/stop?link=\(link)", "")
        return manager.router.respond(
            to: try Request(method, target, headers: fields + origin, body: Array(form.utf8)))
    }

    private func activation(_ id: ActivationID, _ manager: TestManager) throws -> Activation {
        try #require(try manager.context.database.read { try $0.activations.find(id) })
    }

    func device(_ engine: Engine) throws {
        let manager = try manager(engine)
        let phone = try RawDevice(manager, user: "ada")
        let link = try link(manager, phone.activation)
        let shown = try send(manager, .get, link)
        #expect(shown.status == .ok)
        #expect(String(decoding: shown.bytes, as: UTF8.self).contains("<bdi>ada</bdi>"))
        let stopped = try send(manager, .post, link)
        #expect(stopped.status == .ok)
        #expect(String(decoding: stopped.bytes, as: UTF8.self).contains("The device is stopped"))
        #expect(try !activation(phone.activation, manager).isUsable)
        #expect(try send(manager, .post, link).status == .gone)
        #expect(try send(manager, .get, link).status == .gone)
    }

    func code(_ engine: Engine) throws {
        let manager = try manager(engine)
        let waiting = try RawActivation(manager, user: "ada")
        let stopped = try send(manager, .post, try link(manager, waiting.id))
        #expect(stopped.status == .ok)
        #expect(String(decoding: stopped.bytes, as: UTF8.self).contains("The code is stopped"))
        #expect(try activation(waiting.id, manager).state == .void)
        #expect(throws: ProtocolError.self) { try waiting.open() }
    }

    func opened() throws {
        let manager = try manager()
        let phone = try RawDevice(manager, user: "ada")
        let link = try link(manager, phone.activation)
        let before = try manager.auditKinds
        for method in [XignHTTP.Method.get, .head] {
            #expect(try send(manager, method, link, site: "none").status == .ok)
        }
        #expect(try activation(phone.activation, manager).isUsable)
        #expect(try manager.auditKinds == before)
    }

    func forged() throws {
        let manager = try manager()
        let phone = try RawDevice(manager, user: "ada")
        let link = try link(manager, phone.activation)
        for site in ["cross-site", "same-site", "none", nil] {
            #expect(try send(manager, .post, link, site: site).status == .forbidden, "\(site ?? "")")
        }
        #expect(try activation(phone.activation, manager).isUsable)
    }

    func late() throws {
        let manager = try manager()
        let phone = try RawDevice(manager, user: "ada")
        let link = try link(manager, phone.activation)
        manager.clock.advance(seconds: StopDevice.deviceSeconds)
        #expect(try send(manager, .get, link).status == .gone)
        #expect(try send(manager, .post, link).status == .gone)
        #expect(try activation(phone.activation, manager).isUsable)
    }

    func neighbour() throws {
        var limits = Limits()
        limits.exempt = []
        limits.forms = Rate(everyMinute: 2, atOnce: 2)
        let manager = try TestManager(limits: limits)
        let phone = try RawDevice(manager, user: "ada")
        for _ in 0..<2 { #expect(try send(manager, .post, "x").status == .notFound) }
        #expect(try send(manager, .post, "x").status == .tooManyRequests)
        #expect(try send(manager, .post, try link(manager, phone.activation)).status == .ok)
        #expect(try !activation(phone.activation, manager).isUsable)
    }

    func foreign() throws {
        let manager = try manager()
        let (phone, other) = (try RawDevice(manager, user: "ada"), try RawDevice(manager, user: "mallory"))
        let own = try link(manager, phone.activation)
        let codes = [own, try link(manager, other.activation)].map { $0.split(separator: ".")[1] }
        for link in [
            "\(phone.activation).\(codes[1])", "\(other.activation).\(codes[0])", "\(own)A",
            "\(phone.activation)", "\(phone.activation).", "x", "",
        ] {
            #expect(try send(manager, .get, link).status == .notFound, "\(link)")
            #expect(try send(manager, .post, link).status == .notFound, "\(link)")
        }
        let stranger = try self.manager()
        #expect(try send(stranger, .get, own).status == .notFound)
        #expect(try activation(phone.activation, manager).isUsable)
        #expect(try activation(other.activation, manager).isUsable)
    }

    func lastAdministrator() throws {
        let manager = try manager()
        let phone = try RawDevice(manager, user: "ada")
        _ = try manager.context.grant(.administrator, toUser: "ada", by: "root")
        #expect(try send(manager, .post, try link(manager, phone.activation)).status == .conflict)
        #expect(try activation(phone.activation, manager).isUsable)
    }

    func told() throws {
        let manager = try manager()
        let phone = try RawDevice(manager, user: "ada")
        let added = try phone.issue().personalize()
        let seen = try phone.notices(after: 0).last?.number ?? 0
        _ = try send(manager, .post, try link(manager, added.activation))
        #expect(try phone.notices(after: seen).map(\.kind) == ["deviceStopped"])
        let event = try #require(try manager.context.database.read { try $0.audit.newest(1) }.first)
        #expect(event.kind == .deviceStopped)
        #expect(event.activationID == added.activation)
        #expect(!event.isByOperator)
    }

    func mailed() throws {
        let manager = try manager()
        _ = try Apply(manager.context)(
            Array("users: [{name: ada, attributes: {email: {value: ada@example.org, verified: true}}}]".utf8))
        let now = manager.clock.now
        try manager.context.database.write { try $0.outbox.open(.mail, until: now + 86_400) }
        let phone = try RawDevice(manager, user: "ada")
        _ = try manager.issueActivation(user: "ada")
        let waiting = try RawActivation(manager, user: "ada").id
        let issued = try activation(waiting, manager)
        try manager.context.database.write { transaction in
            try Performer(actor: .machine("root"), now: now, transaction: transaction)
                .record(.recoveryIssued, .recoveryIssued, of: issued.accountID, device: issued)
        }
        var stoppable: [String: String?] = [:]
        for mail in try manager.mailedNotices() { stoppable[mail.kind] = mail.stoppable }
        #expect(stoppable["activationPersonalized"] == phone.activation.description)
        #expect(stoppable["recoveryIssued"] == waiting.description)
        #expect(stoppable["activationIssued"] == .some(nil))
    }
}
