import XignDomain
import XignStorage
import XignWording

extension ComposedMail {
    /// Words a mail with a code. It names neither the account nor its person: the address may be anybody's.
    /// - Returns: nil for a purpose of a later version.
    init?(_ mail: MailedCodePayload, host: String, in wording: any Wording) {
        guard let purpose = MailCode.Purpose(rawValue: mail.purpose) else { return nil }
        let words = wording.mails
        subject = words.codeSubject(host: host)
        text = [
            words.code(mail.code).text, words.typeCode(host: host).text, words.codePurpose(purpose),
            words.codeNotAsked,
        ].joined(separator: "\n\n")
    }
}
