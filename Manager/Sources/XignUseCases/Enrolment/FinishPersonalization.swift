import XignCrypto
import XignDomain
import XignProtocol
import XignStorage

/// `personalizeFinish`: the device enrols its keys, and the activation becomes permanent (protocol, section 4).
///
/// No answer depends on whether the key of a PIN is the right one: otherwise a holder of the device's files could try
/// PINs without being counted.
package struct FinishPersonalization: DeviceOperationHandler {
    package typealias Operation = PersonalizeFinish

    package init() {}

    package func answer(_ request: PersonalizeFinish.Request, _ call: DeviceCall) async throws
        -> PersonalizeFinish.Response
    {
        let (signed, statement) = try enrolment(request, call)
        let code = call.enrolmentCode(statement)
        let tokenHash = BearerHash(of: request.openToken)
        return try await call.context.database.write { transaction in
            let activations = transaction.activations
            // Token and activations are read behind the account's lock: a repetition that is judged at the same time
            // finds the token used, and another activation of the account is active or is not.
            guard let activation = try activations.find(request.activationId),
                let account = try transaction.accounts.lock(activation.accountID), account.isActive,
                let token = try activations.openToken(hash: tokenHash, of: activation.id, at: call.now),
                OpenToken(
                    for: activation, challenge: token.challenge, expiresAt: token.expiresAt,
                    managerSecret: try transaction.vault.managerSecret
                ).isSame(as: request.openToken)
            else { throw ProtocolError(.unauthenticated) }
            let response = PersonalizeFinish.Response(
                userName: account.name, alias: statement.alias, factors: statement.keys.map(\.factor))
            if let used = token.enrolmentCode {
                // A repetition after the answer was lost.
                guard constantTimeEqual(used, code) else { throw ProtocolError(.unauthenticated) }
                return response
            }
            let isRecovery = activation.kind == .recovery
            if isRecovery {
                guard try transaction.mayBecomeDevice(activation, of: account, at: call.now) else {
                    throw ProtocolError(.unauthenticated)
                }
            }
            let factors = Set(statement.keys.map(\.factor))
            guard statement.challenge == token.challenge, factors.isSuperset(of: Policy.requiredFactors),
                factors.isSubset(of: try transaction.declared.policy().factors(on: statement.platform))
            else { throw ProtocolError(.enrolmentRefused) }

            let enrolment = Enrolment(
                alias: statement.alias, platform: statement.platform, keyStore: statement.keyStore,
                coolUntil: isRecovery
                    ? call.now + Activation.coolDownSeconds
                    : Activation.coolDownEnd(beside: try activations.all(of: account.id), at: call.now),
                statement: signed.serialized)
            guard try activations.activate(activation, by: enrolment, at: call.now),
                let activated = try activations.find(activation.id)
            else { throw ProtocolError(.unauthenticated) }
            try activations.useOpenToken(hash: tokenHash, of: activation.id, enrolmentCode: code)
            // A join link may have been withdrawn, or a place of it may have come back and been taken.
            guard try transaction.takePlace(with: activated, at: call.now) else {
                throw ProtocolError(.unauthenticated)
            }
            for key in statement.keys {
                // Another activation has this device key; the throw rolls everything back.
                guard try activations.insert(key, of: activation) else { throw ProtocolError(.enrolmentRefused) }
            }
            let act = Performer(actor: .device(activation.id), now: call.now, transaction: transaction)
            if isRecovery {
                try act.audit(.activationPersonalized, of: account.id, device: activated)
                try act.completeRecovery(by: activated)
            } else {
                try act.record(.activationPersonalized, .activationPersonalized, of: account.id, device: activated)
            }
            return response
        }
    }

    /// The statement, signed by every key that it enrols.
    private func enrolment(
        _ request: PersonalizeFinish.Request, _ call: DeviceCall
    ) throws -> (SignedStatement, EnrolmentStatement) {
        guard let signed = try? SignedStatement(parsing: request.enrolment.bytes, type: .enrolment),
            let statement = try? EnrolmentStatement(parsing: signed.payload),
            signed.isSigned(byExactly: statement.keys),
            statement.idmIdentifier.hasSameBytes(as: call.context.issuer.idmIdentifier),
            statement.activation == request.activationId
        else { throw ProtocolError(.enrolmentRefused) }
        return (signed, statement)
    }
}
