/// The payload of a QR code or link, from which an authenticator begins a process: the "pid" of protocol.md, section 2.
///
///     byte 0  format, 1      byte 1  kind
///     16 bytes  activation or session id      16 bytes  secret      the rest  manager origin, ASCII
///
/// The origin selects pinned key material by equal bytes and does nothing else: requests go to the URL in that material.
public struct InitializationPayload: Sendable, Equatable {
    public enum Process: Sendable, Equatable {
        /// Kind 1.
        case personalization(ActivationID)
        /// Kind 2: scanned from another device's screen; the secret is that of the present step.
        case authenticationByQRCode(SessionID)
        /// Kind 3: a link followed on this device.
        case authenticationByLink(SessionID)

        fileprivate var kind: UInt8 {
            switch self {
            case .personalization: 1
            case .authenticationByQRCode: 2
            case .authenticationByLink: 3
            }
        }

        fileprivate var identifier: [UInt8] {
            switch self {
            case .personalization(let id): id.bytes
            case .authenticationByQRCode(let id), .authenticationByLink(let id): id.bytes
            }
        }
    }

    /// Why a pid is refused.
    public enum ParsingError: Error, Equatable, Sendable {
        /// Not base64url, too short, too long, or not of this kind at all: another QR code was scanned.
        case notInitializationData
        /// A format or kind that this version does not know: the app is too old.
        case unsupportedFormat
        /// The origin is not in the form that the protocol allows.
        case invalidOrigin
    }

    public static let secretByteCount = 16
    public static let maximumByteCount = 256
    private static let format: UInt8 = 1
    private static let headByteCount = 2 + 16 + secretByteCount

    public let process: Process
    /// Of the activation, of the QR code's step, or of the link, by the kind.
    public let secret: SecretOctets
    public let origin: ManagerOrigin

    /// - Parameter secret: 16 bytes.
    public init(_ process: Process, secret: SecretOctets, origin: ManagerOrigin) {
        precondition(secret.bytes.count == Self.secretByteCount, "a pid's secret has 16 bytes")
        self.process = process
        self.secret = secret
        self.origin = origin
    }

    /// The base64url form, which is all that a QR code or the fragment of a link carries.
    public var text: String {
        Base64URL.encode(
            [Self.format, process.kind] + process.identifier + secret.bytes + Array(origin.description.utf8))
    }

    /// Reads the base64url form.
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
        default: throw .unsupportedFormat
        }
        secret = SecretOctets(bytes[18..<Self.headByteCount])
        guard let originText = String(validating: bytes[Self.headByteCount...], as: UTF8.self),
            let origin = ManagerOrigin(originText)
        else { throw .invalidOrigin }
        self.origin = origin
    }
}
