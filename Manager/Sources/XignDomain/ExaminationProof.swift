import XignCrypto
import XignProtocol

/// The proof with which `doctor` asks a running manager what it sees of a request, and the manager's answer to it.
///
/// Both are HMAC-SHA256 under the manager secret, with labels of their own: whoever lacks the key-encryption key can
/// neither ask nor answer, and learns nothing about any other value that is derived from it. A recorded request can be
/// repeated for some minutes; it tells its sender no more than the address that they have.
public struct ExaminationProof: Sendable {
    private static let spanSeconds: Int64 = 60
    private static let nonceByteCount = 16

    private let managerSecret: SymmetricKey
    private let now: Timestamp

    public init(managerSecret: SymmetricKey, at now: Timestamp) {
        self.managerSecret = managerSecret
        self.now = now
    }

    /// Makes the text of a request: a random nonce and its code, in base64url.
    public func question() -> String {
        let nonce = SecureRandom.bytes(count: Self.nonceByteCount)
        return Base64URL.encode(Array(nonce)) + Base64URL.encode(code(of: Array(nonce), now.seconds / Self.spanSeconds))
    }

    /// Returns the answer to a question of the last minutes; nil for any other text.
    public func answer(to question: String) -> String? {
        guard let parts = Self.parts(of: question) else { return nil }
        let span = now.seconds / Self.spanSeconds
        // All are compared, so that the time tells nothing.
        let matches = (span - 2...span + 1).filter {
            SecretOctets(code(of: parts.nonce, $0)) == SecretOctets(parts.code)
        }
        return matches.isEmpty ? nil : answer(ofNonce: parts.nonce)
    }

    /// Returns true for the answer to a question.
    public func isAnswered(_ question: String, by answer: String) -> Bool {
        guard let parts = Self.parts(of: question) else { return false }
        return self.answer(ofNonce: parts.nonce).hasSameBytes(as: answer)
    }

    private static func parts(of question: String) -> (nonce: [UInt8], code: [UInt8])? {
        let bytes = Array(question.utf8)
        guard bytes.count == nonceTextLength + codeTextLength,
            let nonce = Base64URL.decode(String(decoding: bytes.prefix(nonceTextLength), as: UTF8.self)),
            nonce.count == nonceByteCount,
            let code = Base64URL.decode(String(decoding: bytes.dropFirst(nonceTextLength), as: UTF8.self)),
            code.count == 32
        else { return nil }
        return (nonce, code)
    }

    private static let nonceTextLength = 22
    private static let codeTextLength = 43

    private func code(of nonce: [UInt8], _ span: Int64) -> [UInt8] {
        let number = withUnsafeBytes(of: span.bigEndian) { Array($0) }
        return Array(
            HMAC<SHA256>.authenticationCode(
                for: Array("xign/1 examination".utf8) + [0] + number + nonce, using: managerSecret))
    }

    private func answer(ofNonce nonce: [UInt8]) -> String {
        Base64URL.encode(
            Array(
                HMAC<SHA256>.authenticationCode(
                    for: Array("xign/1 examination answer".utf8) + [0] + nonce, using: managerSecret)))
    }
}
