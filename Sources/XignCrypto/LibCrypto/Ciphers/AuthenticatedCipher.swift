import CLibCrypto
import FoundationEssentials

/// Sealing and opening with ciphers of 96-bit nonces and 128-bit tags (RFC 5116).
extension CipherAlgorithm {
    static let nonceByteCount = 12
    static let tagByteCount = 16

    /// Writes the ciphertext, which is as long as the message, and the tag.
    func seal(
        _ message: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer, nonce: UnsafeRawBufferPointer,
        authenticating data: UnsafeRawBufferPointer,
        into ciphertext: UnsafeMutableRawBufferPointer, tag: UnsafeMutableRawBufferPointer
    ) throws {
        try unsafe withContext(message, key, nonce, data) { context in
            try unsafe LibCrypto.check(EVP_EncryptInit_ex2(context, pointer, key.octets, nonce.octets, nil))
            var count: Int32 = 0
            if data.count > 0 {
                try unsafe LibCrypto.check(EVP_EncryptUpdate(context, nil, &count, data.octets, Int32(data.count)))
            }
            if message.count > 0 {
                try unsafe LibCrypto.check(
                    EVP_EncryptUpdate(
                        context, ciphertext.octets, &count, message.octets, Int32(message.count)))
            }
            try unsafe LibCrypto.check(EVP_EncryptFinal_ex(context, tag.octets, &count))
            try unsafe LibCrypto.check(
                EVP_CIPHER_CTX_ctrl(
                    context, EVP_CTRL_AEAD_GET_TAG, Int32(tag.count), tag.baseAddress))
        }
    }

    /// Writes the message.
    /// - Throws: `CryptoKitError.authenticationFailure` where the tag is wrong; the written bytes are then wiped.
    func open(
        _ ciphertext: UnsafeRawBufferPointer, tag: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer,
        nonce: UnsafeRawBufferPointer, authenticating data: UnsafeRawBufferPointer,
        into message: UnsafeMutableRawBufferPointer
    ) throws {
        guard tag.count == Self.tagByteCount else { throw CryptoKitError.incorrectParameterSize }
        try unsafe withContext(ciphertext, key, nonce, data) { context in
            try unsafe LibCrypto.check(EVP_DecryptInit_ex2(context, pointer, key.octets, nonce.octets, nil))
            try unsafe LibCrypto.check(
                EVP_CIPHER_CTX_ctrl(
                    context, EVP_CTRL_AEAD_SET_TAG, Int32(tag.count), UnsafeMutableRawPointer(mutating: tag.baseAddress)
                ))
            var count: Int32 = 0
            if data.count > 0 {
                try unsafe LibCrypto.check(EVP_DecryptUpdate(context, nil, &count, data.octets, Int32(data.count)))
            }
            if ciphertext.count > 0 {
                try unsafe LibCrypto.check(
                    EVP_DecryptUpdate(
                        context, message.octets, &count, ciphertext.octets, Int32(ciphertext.count)))
            }
            var rest: UInt8 = 0
            guard unsafe EVP_DecryptFinal_ex(context, &rest, &count) == 1 else {
                ERR_clear_error()
                unsafe OPENSSL_cleanse(message.baseAddress, message.count)
                throw CryptoKitError.authenticationFailure
            }
        }
    }

    private func withContext(
        _ text: UnsafeRawBufferPointer, _ key: UnsafeRawBufferPointer, _ nonce: UnsafeRawBufferPointer,
        _ data: UnsafeRawBufferPointer, _ body: (OpaquePointer) throws -> Void
    ) throws {
        guard key.count == keyByteCount else { throw CryptoKitError.incorrectKeySize }
        guard nonce.count == Self.nonceByteCount, text.count <= Int32.max, data.count <= Int32.max else {
            throw CryptoKitError.incorrectParameterSize
        }
        let context = try unsafe LibCrypto.unwrap(EVP_CIPHER_CTX_new())
        defer { unsafe EVP_CIPHER_CTX_free(context) }
        try unsafe body(context)
    }
}
