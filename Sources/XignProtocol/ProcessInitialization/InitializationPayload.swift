/// The payload of a QR code or link, from which an authenticator begins a process: the "pid" of protocol.md, section 2.
///
///     byte 0  format, 1      byte 1  kind
///     16 bytes  activation or session id      16 bytes  secret      the rest  manager origin, ASCII
///
/// The origin selects pinned key material by equal bytes and does nothing else: requests go to the URL in that
/// material.
public struct InitializationPayload: Sendable, Equatable {
    /// The process that the payload begins.
    public enum Process: Sendable, Equatable {
        /// Kind 1: a personalization.
        case personalization(ActivationID)
        /// Kind 2: an authentication by a QR code on another device's screen, with the secret of the current step.
        case authenticationByQRCode(SessionID)
        /// Kind 3: an authentication by a link that was opened on this device.
        case authenticationByLink(SessionID)
        /// Kind 4: a transaction by a QR code on another device's screen, with the secret of the current step.
        case transactionByQRCode(SessionID)
        /// Kind 5: a transaction by a link that was opened on this device.
        case transactionByLink(SessionID)

        /// The second byte of a pid (protocol.md, section 2).
        public var kind: UInt8 {
            switch self {
            case .personalization: 1
            case .authenticationByQRCode: 2
            case .authenticationByLink: 3
            case .transactionByQRCode: 4
            case .transactionByLink: 5
            }
        }

        fileprivate var identifier: [UInt8] {
            switch self {
            case .personalization(let id): id.bytes
            case .authenticationByQRCode(let id), .authenticationByLink(let id), .transactionByQRCode(let id),
                .transactionByLink(let id):
                id.bytes
            }
        }
    }

    /// The reason why a text is refused.
    public enum ParsingError: Error, Equatable, Sendable {
        /// The text is not base64url, too short, too long, or not a link to a pid: another QR code was scanned.
        case notInitializationData
        /// This version does not know the format or kind: the app is too old.
        case unsupportedFormat
        /// The origin is not in normal form (`ManagerOrigin`).
        case invalidOrigin
        /// The end of a link is missing, or everything behind its `#`.
        case linkIncomplete
        /// A link has white space inside: it was broken into lines.
        case linkWrapped
        /// Something stands around a link, such as brackets or a full stop.
        case linkExtended
        /// A link is a part of another address, such as that of a network that looks at all links.
        case linkEmbedded
    }

    /// The length of the secret.
    public static let secretByteCount = 16
    /// The largest payload in bytes, before it is base64url.
    public static let maximumByteCount = 256
    private static let format: UInt8 = 1
    static let headByteCount = 2 + 16 + secretByteCount

    public let process: Process
    /// The secret of the activation, of the QR code's step, or of the link, depending on the kind.
    public let secret: SecretOctets
    /// The manager's origin, which selects its pinned key material.
    public let origin: ManagerOrigin

    /// Makes a payload.
    /// - Parameter secret: 16 bytes; any other number ends the process.
    public init(_ process: Process, secret: SecretOctets, origin: ManagerOrigin) {
        precondition(secret.bytes.count == Self.secretByteCount, "a pid's secret has 16 bytes")
        self.process = process
        self.secret = secret
        self.origin = origin
    }

    /// The base64url form.
    public var text: String {
        Base64URL.encode(
            [Self.format, process.kind] + process.identifier + secret.bytes + Array(origin.description.utf8))
    }

    /// Reads the base64url form.
    /// - Throws: `ParsingError`: one of the first three, checked in their order.
    public init(parsing text: some StringProtocol) throws(ParsingError) {
        guard text.utf8.count <= Self.maximumByteCount * 4 / 3 + 1, let bytes = Base64URL.decode(text),
            bytes.count > Self.headByteCount, bytes.count <= Self.maximumByteCount
        else { throw .notInitializationData }
        guard bytes[0] == Self.format else { throw .unsupportedFormat }
        let identifier = bytes[2..<18]
        switch bytes[1] {
        case 1: process = .personalization(ActivationID(identifier)!)  // 16 bytes, by the range above
        case 2: process = .authenticationByQRCode(SessionID(identifier)!)  // likewise
        case 3: process = .authenticationByLink(SessionID(identifier)!)  // likewise
        case 4: process = .transactionByQRCode(SessionID(identifier)!)  // likewise
        case 5: process = .transactionByLink(SessionID(identifier)!)  // likewise
        default: throw .unsupportedFormat
        }
        secret = SecretOctets(bytes[18..<Self.headByteCount])
        guard let originText = String(validating: bytes[Self.headByteCount...], as: UTF8.self),
            let origin = ManagerOrigin(originText)
        else { throw .invalidOrigin }
        self.origin = origin
    }
}
