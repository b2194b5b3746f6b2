import XignCrypto

/// The name of a sealed request, by which its repetition is recognised, and from which the values of its answer are
/// derived (protocol.md, section 3).
///
/// It includes the operation and the activation or session, so that one body sent to two of them has two names. It is
/// keyed, since the body of `open` contains the proof of a PIN: a plain hash in the database would test PINs.
public struct RequestName: Sendable, Equatable {
    /// 32 bytes.
    public let bytes: [UInt8]
    private let managerSecret: SymmetricKey

    /// Derives HMAC(manager secret, "xign/1 request name" || LP(operation) || id || SHA-256(enc) || SHA-256(body)).
    /// - Parameters:
    ///   - id: the request's `activationId`, else its `sessionId`: 16 bytes.
    ///   - managerSecret: 32 bytes, shared by all nodes of the manager.
    public init(of request: OpenedRequest, id: [UInt8], managerSecret: SymmetricKey) {
        self.init(
            operation: request.operation, id: id, encapsulatedKey: request.encapsulatedKey, body: request.body,
            managerSecret: managerSecret)
    }

    init(
        operation: DeviceOperationName, id: [UInt8], encapsulatedKey: [UInt8], body: [UInt8],
        managerSecret: SymmetricKey
    ) {
        var message = ByteWriter(label: "xign/1 request name")
        message.appendLengthPrefixed(operation.rawValue)
        message.append(id)
        message.append(SHA256.hash(data: encapsulatedKey))
        message.append(SHA256.hash(data: body))
        bytes = HMAC<SHA256>.authenticationCode(for: message.bytes, using: managerSecret).copiedBytes
        self.managerSecret = managerSecret
    }

    /// A bearer value of the answer: a repetition gets it again, though only its hash is stored.
    public var bearerValue: SecretOctets { SecretOctets(derived("xign/1 bearer")) }

    /// A challenge of the answer: a repetition gets it again.
    public var challenge: [UInt8] { derived("xign/1 challenge") }

    private func derived(_ label: StaticString) -> [UInt8] {
        var message = ByteWriter(label: label)
        message.append(bytes)
        return HMAC<SHA256>.authenticationCode(for: message.bytes, using: managerSecret).copiedBytes
    }

    /// Compares the names in a time that depends only on their lengths.
    public static func == (one: Self, other: Self) -> Bool { constantTimeEqual(one.bytes, other.bytes) }
}

extension RequestName: CustomStringConvertible, CustomReflectable {
    public var description: String { "name of a request" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
