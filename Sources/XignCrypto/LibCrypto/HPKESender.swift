import FoundationEssentials

extension HPKE {
    /// The sender of a series of messages to one recipient.
    public struct Sender: Sendable {
        public let encapsulatedKey: Data
        private var context: HPKEContext

        /// SetupBaseS of RFC 9180, section 5.1.1.
        public init<PK: HPKEPublicKey>(recipientKey: PK, ciphersuite: Ciphersuite, info: Data) throws {
            try self.init(recipientKey._encapsulate(for: ciphersuite.kem), ciphersuite, info)
        }

        /// With an encapsulation already made; for test vectors, which fix its randomness.
        package init(_ result: XignCrypto.KEM.EncapsulationResult, _ suite: Ciphersuite, _ info: Data) {
            encapsulatedKey = result.encapsulated
            context = HPKEContext(sharedSecret: result.sharedSecret, info: info, suite: suite)
        }

        public mutating func seal<M: DataProtocol, AD: DataProtocol>(_ msg: M, authenticating aad: AD) throws -> Data {
            try context.seal(msg, authenticating: aad)
        }

        public mutating func seal<M: DataProtocol>(_ msg: M) throws -> Data {
            try context.seal(msg, authenticating: Data())
        }

        public func exportSecret<C: DataProtocol>(context: C, outputByteCount: Int) throws -> SymmetricKey {
            try self.context.export(context: context, outputByteCount: outputByteCount)
        }
    }
}
