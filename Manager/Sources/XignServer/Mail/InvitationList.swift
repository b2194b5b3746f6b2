import OutgoingHTTPS
import XignDomain
import XignProtocol
import XignUseCases

/// The addresses of a file, one on each line. Empty lines count, and name nobody.
package struct InvitationList: Sendable {
    package static let maximumCount = 10_000
    /// 4 MiB, as of other files with 10,000 people.
    package static let maximumByteCount = 4 << 20

    package let addressees: [SendInvitations.Addressee]

    /// - Throws: `DeclarationErrors` with each line that is no address which a mail server takes.
    package init(_ bytes: [UInt8], at now: Timestamp) throws(DeclarationErrors) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw DeclarationErrors([DeclarationError(line: 1, path: "", reason: "the file is no text in UTF-8")])
        }
        var (found, errors): ([SendInvitations.Addressee], [DeclarationError]) = ([], [])
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            let typed = CanonicalText.trimmed(String(line))
            guard !typed.isEmpty else { continue }
            if let address = Self.address(String(typed), at: now) {
                found.append(SendInvitations.Addressee(line: index + 1, address: address))
            } else {
                errors.append(
                    DeclarationError(
                        line: index + 1, path: "",
                        reason: "no address in ASCII, like eve@example.org, which a mail server takes"))
            }
        }
        if found.isEmpty, errors.isEmpty {
            errors.append(DeclarationError(line: 1, path: "", reason: "the file names nobody"))
        }
        if found.count > Self.maximumCount {
            errors.append(
                DeclarationError(
                    line: found[Self.maximumCount].line, path: "",
                    reason: "the file has more than \(Self.maximumCount) addresses: split it"))
        }
        guard errors.isEmpty else { throw DeclarationErrors(errors) }
        addressees = found
    }

    private static func address(_ typed: String, at now: Timestamp) -> String? {
        guard MailAddress(typed) != nil else { return nil }
        return try? AttributeName.email.canonicalText(ofTyped: typed, at: now)
    }
}
