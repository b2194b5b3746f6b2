import XignCrypto

/// What a device signs to prove a request. No JWS, and its label is one that no JWS signing input can begin with; it names
/// manager, operation and activation and binds the envelope and the body, so it cannot be moved.
public enum DeviceProof {
    /// "xign/1 device-proof" || 0x00 || LP(idm) || LP(operation) || activation id (16) || SHA-256(enc) || SHA-256(body)
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
