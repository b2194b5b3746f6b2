import Foundation
import XignSDK

/// A step of the app, which a test asks for.
struct Step: Decodable {
    enum Name: String, Decodable {
        /// Begins a personalization with `code` and `pin`. Without an activation, finishes it with `newPin`.
        case open
        /// Begins `process`, or a login with the scanned `code`.
        case start
        /// Starts, prepares, signs with `factors` and finishes what was begun.
        case authenticate
        /// Finishes the authentication again: the same if its answer was lost, signed anew after a lockout.
        case authenticateAgain
        /// Finishes the process that was authenticated, with `newPin` and `alias` where it has them.
        case finish
        /// Begins a login in this app: at `keycloak`, or directly at `service`.
        case startInApp
        /// Fetches the authorization code of the login in this app.
        case fetchCode
        /// Logs in to this app as the documentation's listings do, with `trigger` and `pin`, and returns the code.
        case inAppByListing
        /// Adds the biometric factor as the documentation's listing does, authenticated with `pin`.
        case addFactorByListing
        case list, rename
        /// Makes the gate recognize nobody until `isRecognized` is true again.
        case touch
        /// Enrols other biometrics in the device.
        case changeBiometrics
    }

    enum Process: String, Decodable { case changePin, addFactor, newActivation, revoke, delete }

    enum Trigger: String, Decodable { case direct, keycloak }

    struct Keycloak: Decodable {
        let url: URL
        let redirectUrl: URL
        let path: String
        let clientId: String
        let realm: String
        let scopes: [String]?
        let identityProvider: String?

        func configuration(_ authorization: InAppAuthorization) -> KeycloakServiceConfiguration {
            KeycloakServiceConfiguration(
                keycloakUrl: url, redirectUrl: redirectUrl, authorizationEndpointPath: path, clientId: clientId,
                realm: realm, scopes: scopes ?? [], identityProvider: identityProvider, authorization: authorization)
        }
    }

    let name: Name
    let process: Process?
    let code: String?
    let pin: String?
    let newPin: String?
    let factors: [String]?
    let alias: String?
    /// The activation to revoke.
    let activation: String?
    let isRecognized: Bool?
    let keycloak: Keycloak?
    /// The client id of the manager's service that is this app.
    let service: String?
    let nonce: String?
    let codeChallenge: String?
    let trigger: Trigger?
}

/// The answer to a step: what the SDK returned, or its error.
struct Answer: Encodable {
    struct Activation: Encodable {
        let id: String
        let alias: String?
        let platform: String?
        let isThisDevice: Bool
    }

    var error: String?
    var message: String?
    /// The case of an `AuthenticationResult` or a `PersonalizationResponse`.
    var result: String?
    /// The names that the process shows before it is signed.
    var shown: [String]?
    /// The pid of a new activation, or an authorization code.
    var code: String?
    var factors: [String]?
    var activations: [Activation]?
}

struct StepFailure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

extension Optional {
    /// - Throws: ``StepFailure`` if the step lacks the value.
    func given() throws -> Wrapped {
        guard let self else { throw StepFailure("a value of the step is missing") }
        return self
    }
}
