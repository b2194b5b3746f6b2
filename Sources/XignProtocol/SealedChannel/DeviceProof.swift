import XignCrypto

/// The data that a device signs to prove a request (protocol.md, section 3).
///
/// It names manager, operation and activation, and includes hashes of the envelope and the body, so that a proof cannot
/// be moved. It is not a JWS: no signing input of a JWS can begin with its label.
public enum DeviceProof {
    /// Composes "xign/1 device-proof" || 0x00 || LP(idm) || LP(operation) || activation id (16) || SHA-256(enc) ||
    /// SHA-256(body).
    static func transcript(
        idmIdentifier: String, operation: DeviceOperationName, activation: ActivationID, encapsulatedKey: [UInt8],
        body: [UInt8]
    ) -> [UInt8] {
        var transcript = ByteWriter(label: "xign/1 device-proof")
        transcript.append([0])
        transcript.appendLengthPrefixed(idmIdentifier)
        transcript.appendLengthPrefixed(operation.rawValue)
        transcript.append(activation.bytes)
        transcript.append(SHA256.hash(data: encapsulatedKey))
        transcript.append(SHA256.hash(data: body))
        return transcript.bytes
    }
}
