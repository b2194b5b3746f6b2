import Foundation
import Testing
import XignDomain
import XignHTTP
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignSDK
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

extension TestManager {
    /// Reads the database file and its journal as text.
    func dump() throws -> String {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.lastPathComponent.hasPrefix("test.db") }
            .map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }.joined()
    }

    /// Returns all users by name.
    func users() throws -> [ListUsers.User] {
        var users: [ListUsers.User] = []
        _ = try ListUsers(context)() { users += $0 }
        return users
    }

    /// Makes a valid code for the browser's login, although its page no longer shows one.
    func qrCode(ofSessionOf browser: TestBrowser) throws -> String {
        let session = try browser.session
        let secrets = SessionSecrets(managerSecret: context.database.vault.managerSecret, session: session)
        let secret = secrets.qrSecret(step: SessionSecrets.step(at: clock.now.seconds))
        return InitializationLink.appLink(
            InitializationPayload(.authenticationByQRCode(session), secret: secret, origin: issuer),
            at: context.appLinkOrigin)
    }

    /// Posts bytes to an operation as they are.
    func post(_ operation: String, _ bytes: [UInt8], _ ids: [String] = []) -> Response {
        // The path and the header are literals that the parser takes.
        try! router.respond(
            to: Request(
                .post, "/api/device/v1/\(operation)",
                headers: [HeaderField("Content-Type", SealedRequest.contentType)]
                    + ids.map { HeaderField("Xign-Request-Id", $0) },
                body: bytes))
    }

    /// Returns the names of the roles that a user holds at the service: those that a login of a new device would have.
    func heldRoles(of user: String) throws -> [String] {
        let activation = try RawActivation(self, user: user).id
        return try context.database.read { transaction in
            let demo = try #require(try transaction.services.find(name: "demo"))
            let service = try #require(try transaction.declared.service(demo.id))
            return try #require(try transaction.standings.find(activation, at: service)).roles.map(\.name)
        }
    }

    /// A process as the database has it.
    func snapshot(_ id: SessionID) throws -> XignDomain.Process? {
        try context.database.read { try $0.processes.find(id) }
    }
}
