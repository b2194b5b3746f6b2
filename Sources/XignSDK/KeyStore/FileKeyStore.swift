#if !canImport(Security)
    import Foundation
    internal import XignCrypto
    internal import XignProtocol

    /// Keys in files that only their owner can read. The store of Linux, where there is no TPM or none is wanted.
    ///
    /// Whoever copies the files can act as the device, but not test PINs: a guess has to be sent to the manager, which counts.
    /// One file for each activation, mode 600, in a folder of mode 700; a file or folder that is open to others, or belongs to somebody
    /// else, is refused.
    public struct FileKeyStore: KeyStore {
        /// The device and the PIN.
        public var authenticators: Set<AuthenticatorType> { [.device, .pin] }

        private let path: String
        private let cost: Stretching
        private let random: @Sendable (_ count: Int) -> [UInt8]

        /// Keeps its files in `folder`, which is made when the store is first used.
        public init(folder: URL) { self.init(folder: folder, cost: .standard) }

        /// Tests enrol with a small cost, and with bytes that they know.
        init(
            folder: URL, cost: Stretching,
            random: @escaping @Sendable (_ count: Int) -> [UInt8] = { Array(SecureRandom.bytes(count: $0)) }
        ) {
            path = folder.path
            self.cost = cost
            self.random = random
        }

        /// How a PIN is stretched, for the whole life of an activation. Never the manager's choice: a malicious one would ask for
        /// nothing.
        struct Stretching: Codable, Sendable, Equatable {
            var algorithm = "scrypt"
            /// The binary logarithm of N.
            var logN: Int
            var r: Int
            var p: Int

            static let standard = Stretching(logN: 16, r: 8, p: 1)
        }

        /// What a file holds. Nothing in it depends on the PIN.
        private struct Keys: Codable {
            var v = 1
            var devicePrivateKey: Octets
            var bindSecret: SecretOctets
            var salt: Octets
            var stretching: Stretching
        }

        /// Makes the folder if need be, and checks who can read it. Linux has no device lock, so `deviceLock` means nothing here.
        public func prepare(deviceLock: DeviceLockRequired) throws { _ = try PrivateFolder(path) }

        /// Makes a file of new keys.
        public func createKeys(_ label: KeyStoreLabel, deviceLock: DeviceLockRequired) throws {
            let keys = Keys(
                devicePrivateKey: Octets(newPrivateKey()), bindSecret: SecretOctets(random(32)),
                salt: Octets(random(PINKey.saltByteCount)), stretching: cost)
            try PrivateFolder(path).write(Data(try MessageCoding.encode(keys)), to: fileName(label))
        }

        /// x || y, 64 bytes.
        public func devicePublicKey(_ label: KeyStoreLabel) throws -> Data {
            try deviceKey(label).publicKey.rawRepresentation
        }

        /// r || s, 64 bytes.
        public func deviceSignature(_ label: KeyStoreLabel, over message: Data) throws -> Data {
            try deviceKey(label).signature(for: message).rawRepresentation
        }

        /// scrypt, then HMAC-SHA256 with 32 stored bytes.
        public func bind(pin digits: Data, _ label: KeyStoreLabel) throws -> BoundPin {
            let keys = try keys(label)
            guard keys.stretching.algorithm == "scrypt", (1...24).contains(keys.stretching.logN) else {
                throw KeyStoreError.unusable(
                    "The activation's PIN is stretched in a way that this version does not know.")
            }
            let stretched = try Scrypt.deriveKey(
                from: digits, salt: keys.salt.bytes, cost: 1 << keys.stretching.logN, blockSize: keys.stretching.r,
                parallelism: keys.stretching.p, outputByteCount: 32)
            let bound = PINKey.bindInSoftware(stretched: stretched, secret: SymmetricKey(data: keys.bindSecret.bytes))
            return BoundPin(secret: bound.withUnsafeBytes { Data($0) }, salt: Data(keys.salt.bytes))
        }

        /// Removes the file.
        public func removeKeys(_ label: KeyStoreLabel) throws { try PrivateFolder(path).remove(fileName(label)) }

        /// A scalar below the curve's order; a random one is, but for one in 2^32.
        private func newPrivateKey() -> [UInt8] {
            while true {
                let scalar = random(32)
                if (try? P256.Signing.PrivateKey(rawRepresentation: scalar)) != nil { return scalar }
            }
        }

        private func deviceKey(_ label: KeyStoreLabel) throws -> P256.Signing.PrivateKey {
            let scalar = try keys(label).devicePrivateKey.bytes
            do { return try P256.Signing.PrivateKey(rawRepresentation: scalar) } catch { throw damaged(label) }
        }

        private func keys(_ label: KeyStoreLabel) throws -> Keys {
            guard let content = try PrivateFolder(path).read(fileName(label)) else { throw KeyStoreError.keysMissing }
            do { return try MessageCoding.decode(Keys.self, from: Array(content)) } catch { throw damaged(label) }
        }

        private func damaged(_ label: KeyStoreLabel) -> KeyStoreError {
            .unusable("\(path)/\(fileName(label)) is damaged. Restore it, or depersonalize and activate again.")
        }

        /// Names say nothing about the manager.
        private func fileName(_ label: KeyStoreLabel) -> String {
            let input = [UInt8](label.activationId) + Array(label.idmIdentifier.utf8)
            return SHA256.hash(data: input).prefix(16).hexadecimal + ".json"
        }
    }
#endif
