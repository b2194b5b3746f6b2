import XignCrypto
import XignDomain
import XignProtocol
import XignStorage

/// `personalizeFinish`: the device enrols its keys, and the activation becomes permanent.
package struct FinishPersonalization: DeviceOperationHandler {
    package typealias Operation = PersonalizeFinish

    package init() {}

    package func answer(_ request: PersonalizeFinish.Request, _ call: DeviceCall) async throws
        -> PersonalizeFinish.Response
    {
        let (signed, statement) = try enrolment(request, call)
        let policy = try call.context.policy()
        return try await call.context.database.write { transaction in
            let activations = transaction.activations
            guard let activation = try activations.find(request.activationId),
                let account = try transaction.accounts.find(id: activation.accountID), account.isActive
            else { throw ProtocolError(.activationInvalid) }
            let response = PersonalizeFinish.Response(
                userName: account.name, alias: statement.alias, factors: statement.keys.map(\.factor))
            let tokenHash = BearerHash(of: request.openToken)
            let token = try activations.openToken(hash: tokenHash, of: activation.id, at: call.now)
            let code = call.enrolmentCode(statement)
            if activation.state == .active {
                // A repetition after the answer was lost. No key is compared: a holder of the device's key could
                // otherwise try PINs without being counted.
                guard let used = token?.enrolmentCode, constantTimeEqual(used, code) else {
                    throw ProtocolError(.activationInvalid)
                }
                return response
            }
            guard let token else { throw ProtocolError(.unauthenticated) }
            let factors = Set(statement.keys.map(\.factor))
            guard statement.challenge == token.challenge, factors.isSuperset(of: Policy.requiredFactors),
                factors.isSubset(of: policy.factors)
            else { throw ProtocolError(.enrolmentRefused) }
            let enrolment = Enrolment(
                alias: statement.alias, platform: statement.platform, keyStore: statement.keyStore,
                coolUntil: Activation.coolDownEnd(beside: try activations.all(of: account.id), at: call.now),
                statement: signed.serialized)
            guard try activations.activate(activation, by: enrolment, at: call.now) else {
                throw ProtocolError(.activationInvalid)
            }
            try activations.useOpenToken(hash: tokenHash, of: activation.id, enrolmentCode: code)
            for key in statement.keys {
                // Another activation has this device key; the throw rolls everything back.
                guard try activations.insert(key, of: activation) else { throw ProtocolError(.enrolmentRefused) }
            }
            try transaction.audit.append(
                AuditEvent(.activationPersonalized, at: call.now, accountID: account.id, activationID: activation.id))
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
