import FoundationEssentials

/// A sealed message: nonce, ciphertext and tag, in this order.
struct AEADBox: Sendable {
    let nonce: AEADNonce
    let ciphertext: Data
    let tag: Data

    init<C: DataProtocol, T: DataProtocol>(nonce: AEADNonce, ciphertext: C, tag: T) throws {
        guard tag.count == CipherAlgorithm.tagByteCount else { throw CryptoKitError.incorrectParameterSize }
        self.nonce = nonce
        self.ciphertext = ciphertext.copied()
        self.tag = tag.copied()
    }

    init<D: DataProtocol>(parsing combined: D) throws {
        let bytes = combined.copied()
        let (front, back) = (CipherAlgorithm.nonceByteCount, CipherAlgorithm.tagByteCount)
        guard bytes.count >= front + back else { throw CryptoKitError.incorrectParameterSize }
        try self.init(
            nonce: AEADNonce(data: bytes.prefix(front)),
            ciphertext: bytes.dropFirst(front).dropLast(back),
            tag: bytes.suffix(back))
    }

    var joined: Data { Data(nonce) + ciphertext + tag }

    static func seal<P: DataProtocol, A: DataProtocol>(
        _ message: P, _ key: SymmetricKey, _ nonce: AEADNonce, _ data: A, _ cipher: CipherAlgorithm
    ) throws -> AEADBox {
        var ciphertext = Data(count: message.count)
        var tag = Data(count: CipherAlgorithm.tagByteCount)
        try unsafe message.withContiguousBytes { message in
            try unsafe data.withContiguousBytes { data in
                try unsafe key.withUnsafeBytes { key in
                    try unsafe nonce.withUnsafeBytes { nonce in
                        try unsafe ciphertext.withUnsafeMutableBytes { ciphertext in
                            try unsafe tag.withUnsafeMutableBytes { tag in
                                try unsafe cipher.seal(
                                    message, key: key, nonce: nonce, authenticating: data,
                                    into: ciphertext, tag: tag)
                            }
                        }
                    }
                }
            }
        }
        return try AEADBox(nonce: nonce, ciphertext: ciphertext, tag: tag)
    }

    func open<A: DataProtocol>(_ key: SymmetricKey, _ data: A, _ cipher: CipherAlgorithm) throws -> Data {
        var message = Data(count: ciphertext.count)
        try unsafe ciphertext.withContiguousBytes { ciphertext in
            try unsafe tag.withContiguousBytes { tag in
                try unsafe data.withContiguousBytes { data in
                    try unsafe key.withUnsafeBytes { key in
                        try unsafe nonce.withUnsafeBytes { nonce in
                            try unsafe message.withUnsafeMutableBytes { message in
                                try unsafe cipher.open(
                                    ciphertext, tag: tag, key: key, nonce: nonce, authenticating: data,
                                    into: message)
                            }
                        }
                    }
                }
            }
        }
        return message
    }
}
