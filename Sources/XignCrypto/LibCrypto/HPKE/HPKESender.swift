import FoundationEssentials

extension HPKE {
    /// The sender of a series of messages to one recipient.
    ///
    /// Only one copy of a value may seal: two copies would use the same nonces.
    public struct Sender: Sendable {
        /// The encapsulated key, which the recipient needs to open the messages: 32 bytes for X25519, 65 for P-256,
        /// 1,120 for X-Wing.
        public let encapsulatedKey: Data
        private var context: HPKEContext

        /// Begins a series (SetupBaseS of RFC 9180, section 5.1.1).
        /// - Parameter info: binds the messages to their purpose; the recipient must use the same.
        /// - Throws: `HPKE.Errors.inconsistentCiphersuiteAndKey`; `CryptoKitError` for a key of small order.
        public init<PK: HPKEPublicKey>(recipientKey: PK, ciphersuite: Ciphersuite, info: Data) throws {
            try self.init(recipientKey._encapsulate(for: ciphersuite.kem), ciphersuite, info)
        }

        /// Begins a series with an existing encapsulation, for test vectors, which fix its randomness.
        package init(_ result: XignCrypto.KEM.EncapsulationResult, _ suite: Ciphersuite, _ info: Data) {
            encapsulatedKey = result.encapsulated
            context = HPKEContext(sharedSecret: result.sharedSecret, info: info, suite: suite)
        }

        /// Seals the next message; the result is 16 bytes longer than `msg`.
        /// - Parameter aad: authenticated but not encrypted; required again to open.
        /// - Throws: `HPKE.Errors.exportOnlyMode`, `.outOfRangeSequenceNumber`; `CryptoKitError.incorrectParameterSize`
        ///   for 2 GiB and more.
        public mutating func seal<M: DataProtocol, AD: DataProtocol>(_ msg: M, authenticating aad: AD) throws -> Data {
            try context.seal(msg, authenticating: aad)
        }

        /// Seals the next message without additional data.
        public mutating func seal<M: DataProtocol>(_ msg: M) throws -> Data {
            try context.seal(msg, authenticating: Data())
        }

        /// Exports a secret that the recipient can export too (RFC 9180, section 5.3).
        /// - Throws: `CryptoKitError.incorrectParameterSize` for more than 255 times the length of the hash.
        public func exportSecret<C: DataProtocol>(context: C, outputByteCount: Int) throws -> SymmetricKey {
            try self.context.export(context: context, outputByteCount: outputByteCount)
        }
    }
}
