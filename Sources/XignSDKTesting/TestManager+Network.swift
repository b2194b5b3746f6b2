internal import Foundation
internal import XignCrypto
internal import XignProtocol
internal import XignSDK

// The faults of the network between the app and the test manager.

extension TestManager {
    /// Passes a request through the network as the test has set it.
    func pass(
        _ request: TransportRequest, to answer: (TransportRequest) async throws -> TransportResponse
    ) async throws -> TransportResponse {
        switch network {
        case .up: return try await answer(request)
        case .offline: throw TransportError.hostNotFound
        case .losesAnswers(let count):
            let passed = state.withLock { state in
                defer { state.passed += 1 }
                return state.passed
            }
            let answer = try await answer(request)
            guard passed < count else { throw TransportError.failed("the connection was lost") }
            return answer
        case .slow:
            _ = try await answer(request)
            throw TransportError.timedOut
        case .wrongCertificate: throw TransportError.certificateUntrusted(.unknownAuthority)
        case .otherManager:
            guard request.url.lastPathComponent == "key-material" else { return TransportResponse(status: 409) }
            return TransportResponse(status: 200, body: try foreignKeyMaterial())
        }
    }

    /// Returns key material for this manager's address, which its keys have not signed.
    private func foreignKeyMaterial() throws -> Data {
        var material = state.withLock { $0.material }
        material.sequence += 1
        let document = try SignedKeyMaterial(signing: material, with: [Curve25519.Signing.PrivateKey()])
        return Data("[\(String(decoding: document.serialized, as: UTF8.self))]".utf8)
    }
}
