import Foundation

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
        /// Adds the biometric factor as the documentation's listing does, authenticated with `pin`.
        case addFactorByListing
        case list, rename
        /// Makes the gate recognize nobody until `isRecognized` is true again.
        case touch
        /// Enrols other biometrics in the device.
        case changeBiometrics
    }

    enum Process: String, Decodable { case changePin, addFactor, newActivation, revoke, delete }

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
    /// The pid of a new activation.
    var code: String?
    var factors: [String]?
    var activations: [Activation]?
}
