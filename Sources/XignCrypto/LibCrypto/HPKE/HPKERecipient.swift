import FoundationEssentials

extension HPKE {
    /// The recipient of a series of messages, opened in the order in which they were sealed.
    public struct Recipient: Sendable {
        private var context: HPKEContext

        /// Begins a series (SetupBaseR of RFC 9180, section 5.1.1).
        ///
        /// A key encapsulated for somebody else is found out by the first message that does not open.
        /// - Throws: `HPKE.Errors.inconsistentCiphersuiteAndKey`; `CryptoKitError` for an encapsulated key of another
        ///   length, of small order or off the curve.
        public init<SK: HPKEPrivateKey>(
            privateKey: SK, ciphersuite: Ciphersuite, info: Data, encapsulatedKey: Data
        ) throws {
            context = HPKEContext(
                sharedSecret: try privateKey._decapsulate(encapsulatedKey, for: ciphersuite.kem),
                info: info, suite: ciphersuite)
        }

        /// Opens the next message. One that does not open is not counted: the true one still does.
        /// - Throws: `CryptoKitError.authenticationFailure` where it was altered or is not the next one for this
        ///   recipient; `HPKE.Errors.ciphertextTooShort`, `.exportOnlyMode`, `.outOfRangeSequenceNumber`.
        public mutating func open<C: DataProtocol, AD: DataProtocol>(
            _ ciphertext: C, authenticating aad: AD
        ) throws -> Data {
            try context.open(ciphertext, authenticating: aad)
        }

        /// Opens the next message, as above, without further data.
        public mutating func open<C: DataProtocol>(_ ciphertext: C) throws -> Data {
            try context.open(ciphertext, authenticating: Data())
        }

        /// A secret that the sender finds too (RFC 9180, section 5.3).
        /// - Throws: `CryptoKitError.incorrectParameterSize` for more than 255 times the bytes of the hash.
        public func exportSecret<C: DataProtocol>(context: C, outputByteCount: Int) throws -> SymmetricKey {
            try self.context.export(context: context, outputByteCount: outputByteCount)
        }
    }
}
