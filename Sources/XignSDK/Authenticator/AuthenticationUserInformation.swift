import Synchronization
internal import XignCrypto
internal import XignProtocol

/// What the user confirms, ready to be signed. Safe to share between threads.
///
/// Choose one of ``requestedAuthenticators``, and sign with every factor in it and no other.
public final class AuthenticationUserInformation: Sendable {
    /// The combinations of factors of which one must sign: those that this device can supply; if it can supply none, all of
    /// them, so that the user can be told what to enrol.
    public let requestedAuthenticators: [[AuthenticatorType]]
    /// The request that was prepared.
    public let request: AuthenticateRequest

    /// The session was over before the lockout was: nothing can be signed any more.
    let isEnded: Bool
    let statement: ConsentStatement
    let bytes: [UInt8]

    /// A factor that has agreed to sign. The PIN's key lives here, and goes with this object.
    private enum Signer {
        case device
        case pin(Curve25519.Signing.PrivateKey)
    }
    private struct State {
        var signers: [FactorType: Signer] = [:]
        var isFinished = false
    }
    private let state = Mutex(State())

    init(_ request: AuthenticateRequest, statement: ConsentStatement, bytes: [UInt8], isEnded: Bool = false) {
        self.request = request
        self.statement = statement
        self.bytes = bytes
        self.isEnded = isEnded
        let process = request.process
        let available = process.device.keyStore.authenticators.intersection(
            process.activation.factors.compactMap { AuthenticatorType($0) })
        let all = statement.alternatives.map { $0.compactMap { AuthenticatorType($0) } }
        let possible = all.filter { available.isSuperset(of: $0) }
        requestedAuthenticators = possible.isEmpty ? all : possible
    }

    /// Signs with a factor. The manager judges the signatures when the authentication is finished; a wrong PIN is not noticed
    /// before.
    ///
    /// This variant stretches a PIN on the thread that calls, a tenth of a second and more: not for the main thread.
    ///
    /// - Throws: codes `pinInvalid` (not 5 to 32 digits), `factorUnavailable`, `sessionEnded`, `wrongOrder`, `keyUnavailable`.
    public func sign(factor: AuthenticationFactor) throws(XignSdkError) {
        do {
            let (type, signer) = try signer(for: factor)
            try state.withLock {
                if $0.isFinished { throw XignSdkError.alreadyFinished }
                $0.signers[type] = signer
            }
        } catch { throw XignSdkError.wrapping(error) }
    }

    /// Signs with a factor, off the caller's actor; otherwise as the synchronous variant.
    ///
    /// - Throws: codes `pinInvalid` (not 5 to 32 digits), `factorUnavailable`, `sessionEnded`, `wrongOrder`, `keyUnavailable`.
    @concurrent
    public func sign(factor: AuthenticationFactor) async throws(XignSdkError) { try signOnThisThread(factor) }

    /// The synchronous variant, by a name that asynchronous code can call.
    private func signOnThisThread(_ factor: AuthenticationFactor) throws(XignSdkError) { try sign(factor: factor) }

    private func signer(for factor: AuthenticationFactor) throws -> (FactorType, Signer) {
        let process = request.process
        if isEnded {
            throw XignSdkError(.sessionEnded, "The session ended before the lockout does. Start anew after the wait.")
        }
        guard let type = factor.type.factor, process.activation.factors.contains(type) else {
            throw Self.unavailable(factor)
        }
        switch factor {
        case is DeviceFactor: return (type, .device)
        case let factor as PinFactor:
            guard let pin = factor.pin else {
                throw XignSdkError(
                    .pinInvalid,
                    "The text cannot be a PIN: every PIN has 5 to 32 digits. Ask the user again; nothing was counted.")
            }
            return (type, .pin(try process.device.pinKey(pin, process.activation)))
        default: throw Self.unavailable(factor)
        }
    }

    private static func unavailable(_ factor: AuthenticationFactor) -> XignSdkError {
        XignSdkError(
            .factorUnavailable, "This activation has no factor \(factor.type.rawValue). Choose another combination.")
    }

    /// The statement, signed by the factors that agreed to.
    ///
    /// - Throws: `factorSetMismatch` if they are no requested combination: it would be refused, though not counted.
    func signedStatement() throws -> SignedStatement {
        let signers = try state.withLock {
            if $0.isFinished { throw XignSdkError.alreadyFinished }
            return $0.signers
        }
        guard statement.alternatives.contains(signers.keys.sorted()) else { throw XignSdkError.factorSetMismatch }
        let process = request.process
        return try SignedStatement(
            signing: bytes, type: .consent,
            with: signers.map { type, signer in
                switch signer {
                case .device: (type, { try process.device.deviceSignature($0, process.activation) })
                case .pin(let key): (type, { Array(try key.signature(for: $0)) })
                }
            })
    }

    /// Forgets the signers: the manager has judged them.
    func finish() {
        state.withLock {
            $0.signers = [:]
            $0.isFinished = true
        }
    }
}

extension XignSdkError {
    fileprivate static var alreadyFinished: XignSdkError {
        XignSdkError(.wrongOrder, "This has been finished already. After a lockout, use the object that came with it.")
    }
}
