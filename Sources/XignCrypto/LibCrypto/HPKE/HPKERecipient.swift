import FoundationEssentials

extension HPKE {
    /// The recipient of a series of messages, which opens them in the order in which they were sealed.
    public struct Recipient: Sendable {
        private var context: HPKEContext

        /// Begins a series (SetupBaseR of RFC 9180, section 5.1.1).
        ///
        /// A key that was encapsulated for another recipient is noticed when the first message does not open.
        /// - Throws: `HPKE.Errors.inconsistentCiphersuiteAndKey`; `CryptoKitError` for an encapsulated key of another
        ///   length, of small order or off the curve.
        public init<SK: HPKEPrivateKey>(
            privateKey: SK, ciphersuite: Ciphersuite, info: Data, encapsulatedKey: Data
        ) throws {
            context = HPKEContext(
                sharedSecret: try privateKey._decapsulate(encapsulatedKey, for: ciphersuite.kem),
                info: info, suite: ciphersuite)
        }

        /// Opens the next message. A message that does not open is not counted, so that the right one can still be
        /// opened.
        /// - Throws: `CryptoKitError.authenticationFailure` where the message was altered or is not the next one for
        ///   this recipient; `HPKE.Errors.ciphertextTooShort`, `.exportOnlyMode`, `.outOfRangeSequenceNumber`.
        public mutating func open<C: DataProtocol, AD: DataProtocol>(
            _ ciphertext: C, authenticating aad: AD
        ) throws -> Data {
            try context.open(ciphertext, authenticating: aad)
        }

        /// Opens the next message without additional data.
        public mutating func open<C: DataProtocol>(_ ciphertext: C) throws -> Data {
            try context.open(ciphertext, authenticating: Data())
        }

        /// Exports a secret that the sender can export too (RFC 9180, section 5.3).
        /// - Throws: `CryptoKitError.incorrectParameterSize` for more than 255 times the length of the hash.
        public func exportSecret<C: DataProtocol>(context: C, outputByteCount: Int) throws -> SymmetricKey {
            try self.context.export(context: context, outputByteCount: outputByteCount)
        }
    }
}
