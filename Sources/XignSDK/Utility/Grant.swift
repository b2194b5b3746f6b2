import Foundation
import Synchronization
internal import XignCrypto
internal import XignProtocol

/// The permission for one change, given by an authentication, with the request that uses it.
///
/// The request is composed once. After a lost answer the same body is sent again, since the manager recognizes a
/// repetition by grant and body (docs/protocol.md, section 7). Grant and body exist only in memory: stored, a new PIN
/// could be tested with them.
final class Grant: Sendable {
    /// The lifetime of a grant in seconds, from its creation by the manager.
    private static let lifetime: TimeInterval = 300

    let device: Device
    let activation: ActivationRecord
    /// The end by the device's clock, which is never before the manager's.
    let endsAt: Date

    private let secret: SecretOctets
    private let consentHash: [UInt8]
    private struct State {
        var request: FinishUtility.Request?
        var isSpending = false
        var isSpent = false
    }
    private let state = Mutex(State())

    /// - Parameters:
    ///   - secret: the grant that `finish` returned.
    ///   - statement: the bytes of the consent statement that was confirmed.
    init(_ secret: SecretOctets, of process: AuthenticationProcess, confirmedBy statement: [UInt8]) {
        device = process.device
        activation = process.activation
        endsAt = process.device.now().addingTimeInterval(Self.lifetime)
        self.secret = secret
        consentHash = Array(SHA256.hash(data: statement))
    }

    /// Sends the request. After any error, the call can be repeated.
    ///
    /// - Parameters:
    ///   - kind: the change that is marked as unanswered until the manager's answer; nil to mark none.
    ///   - compose: returns the request, given that of an earlier call.
    /// - Throws: `wrongOrder` while another call runs, and after success.
    func spend(
        as kind: UnansweredChange.Kind? = nil,
        _ compose: (_ earlier: FinishUtility.Request?) throws -> FinishUtility.Request
    ) async throws -> FinishUtility.Response {
        let earlier = try state.withLock { state in
            guard !state.isSpending, !state.isSpent else {
                throw XignSdkError(.wrongOrder, "This object is finished, or another call is finishing it.")
            }
            state.isSpending = true
            return state.request
        }
        defer { state.withLock { $0.isSpending = false } }
        let request = try compose(earlier)
        state.withLock { $0.request = request }
        func mark(_ change: UnansweredChange.Kind?) {
            if kind != nil { device.setUnansweredChange(change, of: activation) }
        }
        mark(kind)
        let answer: FinishUtility.Response
        do {
            answer = try await device.manager(activation.idmIdentifier)
                .perform(FinishUtility.self, request, provenBy: activation)
        } catch let refusal as ProtocolError {
            // These do not tell if the change was made, the last three where an earlier request was sent.
            var unsettled: Set<ProtocolErrorCode> = [.internalError]
            if earlier != nil { unsettled.formUnion([.tooManyRequests, .unauthenticated, .grantSpent]) }
            if !unsettled.contains(refusal.error) { mark(nil) }
            throw refusal
        }
        mark(nil)
        state.withLock { ($0.isSpent, $0.request) = (true, nil) }
        return answer
    }

    /// Composes the request for a change, whose statement the device signs, and the new key if there is one.
    func request(
        for change: KeyChangeStatement.Change, newKey: SignedStatement.FactorSignature? = nil,
        pinProof: SecretOctets? = nil
    ) throws -> FinishUtility.Request {
        let statement = KeyChangeStatement(
            idmIdentifier: activation.idmIdentifier, activation: activation.activationId, consentHash: consentHash,
            change: change)
        var signers: [(factor: FactorType, sign: SignedStatement.FactorSignature)] = [
            (.device, { [device, activation] in try device.deviceSignature($0, activation) })
        ]
        if let key = statement.key, let newKey { signers.append((key.factor, newKey)) }
        let signed = try SignedStatement(signing: statement.serialized, type: .keyChange, with: signers)
        return FinishUtility.Request(
            activationId: activation.activationId, grant: secret, keyChange: Octets(signed.serialized),
            pinProof: pinProof)
    }
}
