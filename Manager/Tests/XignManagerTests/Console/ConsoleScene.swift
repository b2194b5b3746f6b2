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
        for name in ["grace", "lin"] { try manager.grant(.administrator, to: name) }
        try manager.grant(.auditor, to: "max")
        (self.manager, self.devices) = (manager, devices)
    }

    func device(_ name: String) throws -> RawDevice { try #require(devices[name]) }

    func browser(_ name: String) throws -> AccountBrowser {
        try AccountBrowser.loggedIn(manager, with: try device(name), in: .console)
    }

    func publicID(_ name: String) throws -> String { try manager.account(name).publicID.description }

    func grants(_ name: String) throws -> [AdministratorGrant] {
        try manager.grants(of: try manager.account(name).id)
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
