import Foundation
import Synchronization
internal import XignProtocol

/// The way back to the Keycloak, with the cookies of the way there, once the user has confirmed the login.
///
/// It is walked once. A request that had no answer is repeated by the next call, and a code that arrived is returned
/// again. After any other error the login is over.
final class KeycloakReturn: Sendable {
    let keycloak: KeycloakAddresses
    private let redirectURL: URL
    private let state: SecretOctets
    private let announcesIssuer: Bool
    private let progress: Mutex<Progress>

    private enum Progress {
        case begun(CookieJar)
        case interrupted(RedirectWalk)
        case arrived(AuthorizationCode)
        /// A call is running, or has failed.
        case over
    }

    init(_ keycloak: KeycloakAddresses, redirectURL: URL, state: SecretOctets, announcesIssuer: Bool, jar: CookieJar) {
        self.keycloak = keycloak
        self.redirectURL = redirectURL
        self.state = state
        self.announcesIssuer = announcesIssuer
        progress = Mutex(.begun(jar))
    }

    /// Posts the return secret to the manager, and follows its redirect to the Keycloak, up to the code.
    func fetchCode(of process: AuthenticationProcess, returnSecret: SecretOctets?) async throws -> AuthorizationCode {
        let manager = try process.device.keyMaterials.chain(process.activation.idmIdentifier).current.material
        guard let returnSecret else { throw XignSdkError.unreadableAnswer }
        let known = progress.withLock { progress in
            let known = progress
            if case .arrived = known {} else { progress = .over }
            return known
        }
        var walk: RedirectWalk
        switch known {
        case .arrived(let code): return code
        case .interrupted(let interrupted): walk = interrupted
        case .begun(let jar): walk = try self.walk(to: manager, returnSecret: returnSecret, jar: jar)
        case .over:
            throw XignSdkError(
                .wrongOrder, "The code of this login is being fetched, or could not be fetched. Start again.")
        }
        do {
            let code = try code(at: await walk.run(on: process.device, acceptsAnswer: false))
            progress.withLock { $0 = .arrived(code) }
            return code
        } catch let error where error is CancellationError || (error as? XignSdkError)?.leavesRequestOpen == true {
            progress.withLock { $0 = .interrupted(walk) }
            throw error
        }
    }

    private func walk(to manager: KeyMaterial, returnSecret: SecretOctets, jar: CookieJar) throws -> RedirectWalk {
        let form = FormParameters([("secret", returnSecret.base64URL)]).text
        return RedirectWalk(
            keycloak, managers: [manager], state: state, jar: jar,
            first: RedirectWalk.Request(
                method: "POST", address: try WebAddress(manager.url.description + "/return"),
                headers: [
                    ("Content-Type", "application/x-www-form-urlencoded"), ("Origin", manager.url.description),
                ], body: Data(form.utf8)))
    }

    /// Reads the Keycloak's answer (RFC 6749, section 4.1.2; RFC 9207).
    private func code(at arrival: RedirectWalk.Arrival) throws -> AuthorizationCode {
        let parameters: FormParameters
        switch arrival {
        case .answer(let answer, from: let address):
            throw address.origin == keycloak.origin
                ? WrongTurn.stop(answer, at: address, isConfirmed: true)
                : WrongTurn.returnRefused(status: answer.status)
        case .redirectURL(let found): parameters = found
        }
        guard let answered = parameters.single("state"),
            SecretOctets(answered.utf8) == SecretOctets(state.base64URL.utf8)
        else { throw WrongTurn.wrongState }
        let issuers = parameters.all("iss")
        guard issuers.allSatisfy({ $0.hasSameBytes(as: keycloak.issuer) }), issuers.count <= 1 else {
            throw WrongTurn.wrongIssuer(expected: keycloak.issuer)
        }
        if let refusal = OAuthError(parameters) { throw WrongTurn.keycloakRefused(refusal) }
        guard !issuers.isEmpty || !announcesIssuer else { throw WrongTurn.missingIssuer(expected: keycloak.issuer) }
        guard let code = parameters.single("code"), !code.isEmpty else { throw WrongTurn.unreadableAnswer }
        return .keycloak(code: code, redirectUrl: redirectURL)
    }
}

/// The description leaves out cookies, state and code.
extension KeycloakReturn: CustomStringConvertible, CustomReflectable {
    var description: String { "KeycloakReturn(\(keycloak.issuer))" }
    var customMirror: Mirror { Mirror(self, children: []) }
}

extension XignSdkError {
    /// True if the request had no answer, or was not sent.
    fileprivate var leavesRequestOpen: Bool { isWithoutAnswer || errorCode == .certificateUntrusted }
}
