import DatabaseFixture
import Testing
import XignDomain
import XignHTTP
import XignProtocol

@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

/// A manager with two administrators, grace and lin, and with a phone of ada, who has no rights.
struct AccountsScene {
    let manager: TestManager
    let grace: RawDevice
    let lin: RawDevice
    let phone: RawDevice
    /// The browser of grace at the console.
    var browser: AccountBrowser

    init(_ engine: Engine = .sqlite) throws {
        manager = try TestManager(engine, surfaces: [.account, .console])
        phone = try RawDevice(manager)
        grace = try RawDevice(manager, user: "grace")
        lin = try RawDevice(manager, user: "lin")
        let activation = phone.activation
        try manager.context.database.write { _ = try $0.activations.rename(activation, to: "Pixel 8") }
        for user in ["grace", "lin"] { try manager.grant(.administrator, to: user) }
        browser = try AccountBrowser.loggedIn(manager, with: grace, in: .console)
    }

    /// The page of an account.
    func page(of user: String = TestManager.userName) throws -> String {
        "/console/accounts/\(try manager.account(user).publicID)"
    }

    /// The page of a device, which is ada's phone if nothing else is said.
    func device(_ device: RawDevice? = nil, of user: String = TestManager.userName) throws -> String {
        "\(try page(of: user))/devices/\((device ?? phone).activation)"
    }

    /// A browser of another operator at the console.
    func browser(of device: RawDevice) throws -> AccountBrowser {
        try AccountBrowser.loggedIn(manager, with: device, in: .console)
    }

    static let reason = ["reason": "showed the identity card", "identity": "inPerson"]

    /// Fills in the form of an act, and asks for its confirmation.
    /// - Returns: the process that waits for the device.
    mutating func ask(_ page: String) throws -> SessionID {
        let answer = try browser.submit(page, on: page, Self.reason)
        let path = try #require(answer["Location"], "\(answer.status): \(answer.text)")
        return try #require(SessionID(text: path.dropFirst("/login/".count)), "\(path)")
    }

    /// Asks for an act, confirms it with the device of grace, and returns to the browser.
    mutating func act(_ page: String) throws -> Response {
        let process = try ask(page)
        _ = try grace.confirm(process)
        return try browser.post("/login/\(process)/continue")
    }

    /// The text that a device shows for a process, its names in quotation marks.
    func text(of process: SessionID) throws -> String {
        guard case .transaction(let text) = try grace.claim(process).subject else {
            throw TestFailure(what: "no transaction")
        }
        return text.parts.map { part in
            switch part {
            case .literal(let words): words
            case .name(let name): "“\(name)”"
            }
        }.joined()
    }
}
