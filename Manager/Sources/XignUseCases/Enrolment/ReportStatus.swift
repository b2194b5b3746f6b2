import XignDomain
import XignProtocol
import XignStorage

/// `status`: the device asks for the state of its activation, and may end an attempt to personalize it.
package struct ReportStatus: DeviceOperationHandler {
    package typealias Operation = Status

    package init() {}

    package func answer(_ request: Status.Request, _ call: DeviceCall) async throws -> Status.Response {
        // Ended first, then read: an enrolment with this token was committed before, and is seen below, or never will
        // be.
        if let hash = request.openTokenHash {
            try await end(BearerHash(bytes: hash.bytes), of: request.activationId, call)
        }
        let (activation, response) = try call.context.database.read { transaction in
            try status(request, call, transaction)
        }
        try call.admit(.activation(activation.id))
        return response
    }

    /// Ends an open token that has enrolled no keys, even an expired one: another request may have been judged at an
    /// earlier time and be written later. The hash proves that the device had the token. An unknown hash costs no
    /// write.
    private func end(_ hash: BearerHash, of id: ActivationID, _ call: DeviceCall) async throws {
        let exists = try call.context.database.read { transaction in
            try transaction.activations.hasUnusedOpenToken(hash: hash, of: id)
        }
        guard exists else { return }
        try await call.context.database.write { transaction in
            try transaction.activations.endOpenToken(hash: hash, of: id)
        }
    }

    /// Reads the state of the activation whose device key has signed.
    ///
    /// A disabled account gets an answer too: otherwise the device would delete keys that work again once the account
    /// is enabled.
    /// - Throws: `activationUnknown`, the same for an activation that does not exist, is not active, or whose key has
    ///   not signed.
    private func status(
        _ request: Status.Request, _ call: DeviceCall, _ transaction: any Transaction
    ) throws -> (Activation, Status.Response) {
        let (id, activations) = (request.activationId, transaction.activations)
        guard let activation = try activations.find(id), activation.state == .active,
            let account = try transaction.accounts.find(id: activation.accountID)
        else { throw ProtocolError(.activationUnknown) }
        let factors = try activations.factors(of: activation)
        guard let key = factors.first(where: { $0.factor == .device })?.p256,
            call.request.isProven(by: key, activation: id)
        else { throw ProtocolError(.activationUnknown) }
        let response = Status.Response(
            userName: account.name, alias: activation.alias, factors: factors.map(\.factor),
            lockout: activation.lockout.pending(at: call.now),
            notices: try request.noticesAfter.map {
                try transaction.notices.list(for: account.id, after: $0, except: activation.id)
            } ?? [])
        return (activation, response)
    }
}
