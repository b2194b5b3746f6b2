/// The dialogue of one mail, which libcurl's callbacks read and fill. All of them run on the thread of the mail.
final class MailExchange {
    let isCancelled: () -> Bool
    private let mail: [UInt8]
    private var sentCount = 0
    /// True once the server was told the recipient: what it refuses from then on is this mail.
    private(set) var hasNamedRecipient = false
    /// The status of the last reply that refuses a command; from the recipient on, none of an earlier one: a server
    /// may have refused another way to log in, or a command that libcurl does without.
    private(set) var refusal: Int?

    init(_ mail: [UInt8], isCancelled: @escaping () -> Bool) {
        (self.mail, self.isCancelled) = (mail, isCancelled)
    }

    var byteCount: Int { mail.count }

    /// Notes a command, of which only the first word is looked at: others have the password.
    func note(command bytes: UnsafeRawBufferPointer) {
        guard unsafe bytes.starts(with: "RCPT ".utf8) else { return }
        (hasNamedRecipient, refusal) = (true, nil)
    }

    /// Notes a line of a reply (RFC 5321, section 4.2).
    func note(reply bytes: UnsafeRawBufferPointer) {
        let digits = unsafe String(decoding: bytes.prefix(3), as: UTF8.self)
        if let status = Int(digits), (400...599).contains(status) { refusal = status }
    }

    /// Gives the next part of the mail.
    /// - Returns: the number of bytes; 0 at the end.
    func give(to buffer: UnsafeMutableRawBufferPointer) -> Int {
        let part = mail[sentCount...].prefix(buffer.count)
        unsafe buffer.copyBytes(from: part)
        sentCount += part.count
        return part.count
    }
}
