import XignDomain
import XignProtocol
import XignStorage

/// A key-change statement of a device that has proved itself, with its form and signatures verified.
struct SignedKeyChange {
    /// The activation that has signed, as it was when its key was read.
    let prover: Activation
    let statement: KeyChangeStatement
    let signed: SignedStatement

    /// Verifies the proof and the signatures before the transaction, where many are verified in parallel.
    /// - Throws: `activationUnknown`, `accountDisabled`, `malformed`, `enrolmentRefused`.
    init(_ request: FinishUtility.Request, _ call: DeviceCall) throws {
        let prover = try call.provenActivation(request.activationId)
        guard let signed = try? SignedStatement(parsing: request.keyChange.bytes, type: .keyChange),
            let statement = try? KeyChangeStatement(parsing: signed.payload), Self.isComplete(request, statement)
        else { throw ProtocolError(.malformed) }
        guard let device = try call.context.database.read({ try $0.activations.factor(.device, of: prover) }) else {
            throw ProtocolError(.activationUnknown)
        }
        guard
            signed.isSigned(byExactly: [device] + (statement.key.map { [$0] } ?? [])),
            statement.idmIdentifier.hasSameBytes(as: call.context.issuer.idmIdentifier),
            statement.activation == prover.id
        else { throw ProtocolError(.enrolmentRefused) }
        (self.prover, self.statement, self.signed) = (prover, statement, signed)
    }

    /// The goal of the process that grants this change.
    var goal: Goal.Utility {
        switch statement.change {
        case .changePin: .changePin
        case .addFactor(let key): .addFactor(key.factor)
        case .newActivation: .newActivation
        case .delete: .delete
        }
    }

    private static let pinProofByteCount = 32

    /// The PIN proof belongs to a new activation, and a secret that is to be mailed must be the activation's.
    private static func isComplete(_ request: FinishUtility.Request, _ statement: KeyChangeStatement) -> Bool {
        guard case .newActivation(let new) = statement.change else {
            return request.pinProof == nil && request.secret == nil
        }
        guard request.pinProof?.bytes.count == pinProofByteCount else { return false }
        return request.secret.map {
            $0.bytes.count == InitializationPayload.secretByteCount
                && BearerHash(of: $0) == BearerHash(bytes: new.secretHash)
        } ?? true
    }
}
