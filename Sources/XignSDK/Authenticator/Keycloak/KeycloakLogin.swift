import Foundation
internal import XignProtocol

/// A login in this app, through the app's Keycloak (docs/protocol.md, section 8, "By a Keycloak").
struct KeycloakLogin {
    private let configuration: KeycloakServiceConfiguration
    private let keycloak: KeycloakAddresses
    private let state = SecretOctets.random(count: 32)

    init(_ configuration: KeycloakServiceConfiguration) throws {
        self.configuration = configuration
        keycloak = try KeycloakAddresses(configuration)
    }

    /// Opens the Keycloak's authorization endpoint, and follows it to the manager, whose answer begins the process.
    func begin(on device: Device) async throws -> AuthenticationInitializationDataInApp {
        let announcesIssuer = try await keycloak.announcesIssuer(on: device)
        var walk = RedirectWalk(
            keycloak, managers: device.keyMaterials.managers, state: state, jar: CookieJar(),
            first: RedirectWalk.Request(address: try WebAddress(keycloak.authorization.text + "?" + query.text)))
        switch try await walk.run(on: device, acceptsAnswer: true) {
        case .redirectURL(let parameters):
            // The Keycloak refused the request itself. It cannot have logged the user in: no cookie was sent.
            if let refusal = OAuthError(parameters) { throw WrongTurn.keycloakRefused(refusal) }
            throw WrongTurn.withoutManager
        case .answer(let answer, from: let address):
            guard let manager = walk.managers.first(where: { $0.url == address.origin }) else {
                throw WrongTurn.stop(answer, at: address, isConfirmed: false)
            }
            let begun = try inAppAnswer(answer, of: manager)
            return AuthenticationInitializationDataInApp(
                idmIdentifier: manager.idmIdentifier, sessionId: begun.session, claim: .inApp(begun.secret),
                beginning: .keycloak(
                    KeycloakReturn(
                        keycloak, redirectURL: configuration.redirectUrl, state: state,
                        announcesIssuer: announcesIssuer, jar: walk.jar)))
        }
    }

    private var query: FormParameters {
        FormParameters([
            ("response_type", "code"), ("client_id", configuration.clientId),
            ("redirect_uri", configuration.redirectUrl.absoluteString),
            ("scope", configuration.scopes.joined(separator: " ")), ("state", state.base64URL),
            ("nonce", configuration.authorization.nonce),
            ("code_challenge", configuration.authorization.codeChallenge),
            ("code_challenge_method", configuration.authorization.codeChallenge.map { _ in "S256" }),
            ("kc_idp_hint", configuration.identityProvider),
        ])
    }

    /// Reads a manager's answer, which only this manager's own origin can give.
    private func inAppAnswer(_ answer: TransportResponse, of manager: KeyMaterial) throws -> InAppAnswer {
        guard answer.status == 200, answer.headers["content-type"] == InAppAnswer.mediaType else {
            throw WrongTurn.pageOfManager(status: answer.status)
        }
        let begun: InAppAnswer
        do { begun = try InAppAnswer(parsing: Array(answer.body)) } catch StatementError.unsupportedVersion {
            throw XignSdkError(.clientTooOld, "The manager's answer needs a newer version of the SDK. Update the app.")
        } catch {
            throw XignSdkError.unreadableAnswer
        }
        guard begun.idmIdentifier.hasSameBytes(as: manager.idmIdentifier) else { throw XignSdkError.unreadableAnswer }
        return begun
    }
}
