import Foundation
import Testing
import XignProtocol
import XignStorage

@testable import XignManager
@testable import XignSDK

extension TestManager {
    /// What the database file and its journal hold, as text.
    func dump() throws -> String {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.lastPathComponent.hasPrefix("test.db") }
            .map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }.joined()
    }

    /// A code for the browser's session that is good now, although its page shows none any more.
    func qrCode(ofSessionOf browser: TestBrowser) throws -> String {
        let session = try browser.session
        let secrets = SessionSecrets(managerSecret: manager.vault.managerSecret, session: session)
        let secret = secrets.qrSecret(step: SessionSecrets.step(at: clock.now.seconds))
        return InitializationLink.appLink(
            XignProtocol.ProcessInitializationData(.authenticationByQRCode(session), secret: secret, origin: issuer),
            at: manager.appLinkOrigin)
    }
}
