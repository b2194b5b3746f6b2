import XignCrypto
import XignDomain
import XignProtocol
import XignStorage

/// `finishUtility`: applies the change that a confirmed process has granted.
///
/// The grant's row answers a repetition before the device proof: after a deletion no key is left (protocol, section 7).
package struct FinishUtilityProcess: DeviceOperationHandler {
    package typealias Operation = FinishUtility

    package init() {}

    package func answer(_ request: FinishUtility.Request, _ call: DeviceCall) async throws -> FinishUtility.Response {
        try call.admit(.sessionToken(request.grant))
        let hash = BearerHash(of: request.grant)
        let verified = Result { try SignedKeyChange(request, call) }
        // The grant is read after the keys: a deletion between the two removes the keys, and leaves the grant.
        if let spent = try call.context.database.read({ try $0.utilityGrants.find(hash: hash)?.spent }),
            constantTimeEqual(spent.body, call.bodyCode)
        {
            return try Self.response(spent.outcome, at: call.now)
        }
        let signed = try verified.get()
        try call.admit(.activation(signed.prover.id))
        let answer = try await call.context.database.write { transaction in
            // The account comes before its activations, in every transaction that changes several of them.
            _ = try transaction.accounts.lock(signed.prover.accountID)
            if case .delete = signed.goal { try transaction.lockAdministrators(losing: signed.prover.accountID) }
            _ = try transaction.activations.lock(signed.prover.id)
            let grant = try transaction.utilityGrants.find(hash: hash)
            // Another request with this body was first, and may have removed the account.
            if let spent = grant?.spent, constantTimeEqual(spent.body, call.bodyCode) {
                return Result<UtilityGrant.Outcome, ProtocolError>.success(spent.outcome)
            }
            let activation = try call.activeActivation(signed.prover.id, transaction)
            guard let grant else { return .failure(ProtocolError(.unauthenticated)) }
            let change = KeyChange(
                request: request, signed: signed, grant: grant, activation: activation,
                policy: try transaction.declared.policy(), call: call, transaction: transaction)
            return try change.run()
        }
        return try Self.response(try answer.get(), at: call.now)
    }

    private static func response(
        _ outcome: UtilityGrant.Outcome, at now: Timestamp
    ) throws -> FinishUtility.Response {
        switch outcome {
        // The seconds are counted anew in a repetition.
        case .done(let end): FinishUtility.Response(expiresInSeconds: end.map { $0.secondsSince(now) })
        case .samePin: throw ProtocolError(.samePin)
        }
    }
}
