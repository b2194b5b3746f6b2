import DatabaseFixture
import Testing
import XignDomain
import XignHTTP
import XignProtocol
import XignWording

@testable import XignServer
@testable import XignStorage
@testable import XignUseCases
@testable import XignWeb

/// A manager with a console: its administrators grace and lin, its auditor max, and ada, who has no grant.
struct ConsoleScene {
    let manager: TestManager
    let devices: [String: RawDevice]

    init(_ engine: Engine = .sqlite) throws {
        let manager = try TestManager(engine, surfaces: [.account, .console])
        var devices: [String: RawDevice] = [:]
        for name in ["grace", "lin", "max", "ada"] { devices[name] = try RawDevice(manager, user: name) }
        let now = manager.clock.now
        try manager.context.database.write { transaction in
            for (name, role) in [
                ("grace", AdministratorGrant.Role.administrator), ("lin", .administrator), ("max", .auditor),
            ] {
                guard let account = try transaction.accounts.find(name: name) else { continue }
                try transaction.administratorGrants.save(
                    AdministratorGrant(
                        accountID: account.id, scope: .manager, role: role, grantedBy: "root", grantedAt: now))
            }
        }
        (self.manager, self.devices) = (manager, devices)
    }

    func device(_ name: String) throws -> RawDevice { try #require(devices[name]) }

    func browser(_ name: String) throws -> AccountBrowser {
        try AccountBrowser.loggedIn(manager, with: try device(name), in: .console)
    }

    func account(_ name: String) throws -> Account {
        try #require(try manager.context.database.read { try $0.accounts.find(name: name) })
    }

    func publicID(_ name: String) throws -> String { try account(name).publicID.description }

    func grants(_ name: String) throws -> [AdministratorGrant] {
        let id = try account(name).id
        return try manager.context.database.read { try $0.administratorGrants.all(of: id) }
    }

    /// Gives an account a grant of an organization.
    func grant(_ name: String, _ role: AdministratorGrant.Role, in organization: Organization) throws {
        let grant = AdministratorGrant(
            accountID: try account(name).id, scope: .organization(organization.id), role: role, grantedBy: "root",
            grantedAt: manager.clock.now)
        try manager.context.database.write { try $0.administratorGrants.save(grant) }
    }

    /// Confirms a requested act on the device of its administrator, and continues in their browser.
    /// - Parameter answer: the redirection to the page of the process.
    func confirm(_ answer: Response, by name: String, in browser: inout AccountBrowser) throws -> Response {
        let path = try #require(answer["Location"], "\(answer.status): \(answer.text)")
        let id = try #require(SessionID(text: path.dropFirst("/login/".count)), "\(path)")
        _ = try device(name).confirm(id)
        return try browser.post("\(path)/continue")
    }

    /// Sends the form of a grant, and confirms it.
    func grant(
        _ role: String, to name: String, by actor: String, in browser: inout AccountBrowser
    ) throws -> Response {
        let page = "/console/administrators/new"
        let asked = try browser.submit(
            page, on: page, ["account": name, "role": role, "reason": "Takes over from lin"])
        return try confirm(asked, by: actor, in: &browser)
    }
}
