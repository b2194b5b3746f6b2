import Synchronization
internal import XignCrypto
internal import XignProtocol

/// The statement that the user confirms, ready to be signed.
///
/// Choose one of ``requestedAuthenticators``, and sign with every factor in it and with no other. Instances may be used
/// from any thread.
///
/// Source: XignSys SDK documentation, "Authentication" (signing the authentication request); `docs/protocol.md`,
/// section 5, "Signatures".
public final class AuthenticationUserInformation: Sendable {
    /// The combinations of factors to choose from: those that this device can supply. If it can supply none, all
    /// combinations, so that the app can tell the user which factor to add.
    ///
    /// A combination with a biometric key that is gone, see ``XignSdkErrorCode/biometricsChanged``, cannot be supplied.
    public let requestedAuthenticators: [[AuthenticatorType]]
    /// True if this device can supply each factor of at least one of ``requestedAuthenticators``. Otherwise the app
    /// tells the user which factor to add, and aborts.
    public let canSign: Bool
    /// The request that was prepared.
    public let request: AuthenticateRequest

    /// The lockout with which this object came; nil if it came without one.
    private let lockout: KnownLockout?
    /// True if the session ends before the lockout does: nothing can be signed.
    private var isEnded: Bool { lockout?.canResume == false }
    let statement: ConsentStatement
    let bytes: [UInt8]

    /// A factor that will sign. The PIN's key exists only here, as long as this object.
    private enum Signer {
        case device
        case pin(Curve25519.Signing.PrivateKey)
        case biometric(any BiometricGate)
    }
    private struct State {
        var signers: [FactorType: Signer] = [:]
        var isFinished = false
        var result: AuthenticationResult?
    }
    private let state = Mutex(State())
    private let turn = Turn()

    init(
        _ request: AuthenticateRequest, statement: ConsentStatement, bytes: [UInt8], after lockout: KnownLockout? = nil
    ) {
        self.request = request
        self.statement = statement
        self.bytes = bytes
        self.lockout = lockout
        let process = request.process
        var available = process.device.authenticators.intersection(
            process.activation.factors.compactMap { AuthenticatorType($0) })
        let all = statement.alternatives.map { $0.compactMap { AuthenticatorType($0) } }
        // Only then: the question costs the gate an access to its store.
        if all.joined().contains(.biometric), available.contains(.biometric),
            (try? process.device.biometricGate?.checkKey(of: process.activation)) == nil
        {
            available.remove(.biometric)
        }
        let possible = all.filter { available.isSuperset(of: $0) }
        canSign = !possible.isEmpty
        requestedAuthenticators = possible.isEmpty ? all : possible
    }

    /// Adds a factor's signature, and blocks the calling thread meanwhile.
    ///
    /// The manager verifies the signatures when the authentication is finished; only then does a wrong PIN show.
    /// Stretching a PIN takes a tenth of a second or more: do not call this variant on the main thread.
    ///
    /// - Parameter factor: one of the chosen combination.
    /// - Throws: codes `pinInvalid` (not 5 to 32 digits), `factorUnavailable`, `biometricsChanged`, `sessionEnded`,
    ///   `wrongOrder`, `keyUnavailable`. Earlier signatures stay; the call can be repeated.
    public func sign(factor: AuthenticationFactor) throws(XignSdkError) {
        do {
            let (type, signer) = try signer(for: factor)
            try state.withLock {
                if $0.isFinished { throw XignSdkError.alreadyFinished }
                $0.signers[type] = signer
            }
        } catch {
            let error = XignSdkError.wrapping(error)
            request.process.device.log.failure(error, of: "sign")
            throw error
        }
    }

    /// Adds a factor's signature, off the caller's actor; otherwise like the synchronous variant.
    ///
    /// - Parameter factor: one of the chosen combination.
    /// - Throws: codes `pinInvalid` (not 5 to 32 digits), `factorUnavailable`, `biometricsChanged`, `sessionEnded`,
    ///   `wrongOrder`, `keyUnavailable`. Earlier signatures stay; the call can be repeated.
    @concurrent
    public func sign(factor: AuthenticationFactor) async throws(XignSdkError) { try signOnThisThread(factor) }

    /// Calls the synchronous variant: its name is ambiguous in asynchronous code.
    private func signOnThisThread(_ factor: AuthenticationFactor) throws(XignSdkError) { try sign(factor: factor) }

    private func signer(for factor: AuthenticationFactor) throws -> (FactorType, Signer) {
        let process = request.process
        if isEnded {
            throw XignSdkError(.sessionEnded, "The session ends before the lockout. Start again after the wait.")
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
                    "The text cannot be a PIN: a PIN has 5 to 32 digits. Ask the user again; no attempt was counted.")
            }
            return (type, .pin(try process.device.pinKey(pin, process.activation)))
        case let factor as BiometricFactor:
            guard process.device.authenticators.contains(.biometric) else { throw Self.unavailable(factor) }
            try factor.gate.checkKey(of: process.activation)
            return (type, .biometric(factor.gate))
        default: throw Self.unavailable(factor)
        }
    }

    private static func unavailable(_ factor: AuthenticationFactor) -> XignSdkError {
        XignSdkError(
            .factorUnavailable, "The activation has no factor \(factor.type.rawValue). Choose another combination.")
    }

    /// Signs the statement with all factors that were added.
    ///
    /// - Throws: `factorSetMismatch` if the factors are not a requested combination. The manager would refuse it,
    ///   without counting an attempt.
    ///   `biometricsChanged`, `userNotRecognized` or `factorUnavailable` if the gate does not sign. Its factor is
    ///   removed then, so that the user can choose another one.
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
                case .biometric(let gate): (type, { try self.signature(over: $0, by: gate) })
                }
            })
    }

    private func signature(over message: [UInt8], by gate: any BiometricGate) throws -> [UInt8] {
        do { return try gate.biometricSignature(message, request.process.activation) } catch {
            state.withLock { $0.signers[.biometric] = nil }
            throw error
        }
    }

    /// The lockout with which this object came, as long as it runs.
    var runningLockout: LockoutAttemptInformation? {
        let device = request.process.device
        return lockout.flatMap { $0.isRunning(device) ? $0.information(device) : nil }
    }

    /// Runs `body`, which finishes the authentication, one call at a time. After the end returns its result again.
    func finishing(_ body: () async throws -> AuthenticationResult) async throws -> AuthenticationResult {
        try await turn.take {
            if let result = state.withLock({ $0.result }) { return result }
            let result = try await body()
            state.withLock { $0.result = result }
            return result
        }
    }

    /// Deletes the signers after the manager has verified their signatures.
    ///
    /// - Returns: the public key of the PIN, if a PIN has signed. It must stay in memory.
    func finish() throws -> FactorPublicKey? {
        let signers = state.withLock { state in
            defer { (state.signers, state.isFinished) = ([:], true) }
            return state.signers
        }
        guard case .pin(let key) = signers[.pin] else { return nil }
        return try FactorPublicKey(key)
    }
}

extension XignSdkError {
    fileprivate static var alreadyFinished: XignSdkError {
        XignSdkError(.wrongOrder, "This object is finished. After a lockout, use the object that came with it.")
    }
}
