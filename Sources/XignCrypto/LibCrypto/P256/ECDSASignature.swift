import FoundationEssentials

extension P256.Signing {
    /// An ECDSA signature: the numbers r and s. Verification checks that they are in range.
    public struct ECDSASignature: ContiguousBytes, Sendable {
        /// r and s, 32 bytes each, big-endian: the form of IEEE P1363 and of JWS ES256 (RFC 7518, section 3.4).
        public let rawRepresentation: Data

        /// The largest DER form in bytes: two integers of 33 bytes and three headers of 2.
        static let maximumDER = 72

        /// Reads r and s.
        /// - Throws: `CryptoKitError.incorrectParameterSize` unless there are 64 bytes.
        public init<D: DataProtocol>(rawRepresentation: D) throws {
            guard rawRepresentation.count == 2 * P256.coordinateByteCount else {
                throw CryptoKitError.incorrectParameterSize
            }
            self.rawRepresentation = rawRepresentation.copied()
        }

        /// Reads `SEQUENCE { r INTEGER, s INTEGER }` (RFC 3279, section 2.2.3) in strict DER, so that a signature has
        /// only one form.
        /// - Throws: `CryptoKitError.invalidParameter` for any other form.
        public init<D: DataProtocol>(derRepresentation: D) throws {
            var reader = DERReader(derRepresentation)
            var body = try reader.sequence()
            guard reader.isAtEnd else { throw CryptoKitError.invalidParameter }
            let r = try body.unsignedInteger(filledTo: P256.coordinateByteCount)
            let s = try body.unsignedInteger(filledTo: P256.coordinateByteCount)
            guard body.isAtEnd else { throw CryptoKitError.invalidParameter }
            rawRepresentation = Data(r + s)
        }

        /// The signature in DER, 8 to 72 bytes.
        public var derRepresentation: Data {
            let numbers = Array(rawRepresentation)
            var integers: [UInt8] = []
            integers.reserveCapacity(Self.maximumDER)
            DERWriter.append(unsignedInteger: numbers[..<P256.coordinateByteCount], to: &integers)
            DERWriter.append(unsignedInteger: numbers[P256.coordinateByteCount...], to: &integers)
            return Data([0x30, UInt8(integers.count)] + integers)
        }

        public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
            try unsafe rawRepresentation.withUnsafeBytes(body)
        }
    }
}
