import QRCode
import Terminal
import XignDomain
import XignPages
import XignProtocol
import XignUseCases
import XignWording

/// The two files of `user letters`. They get their names once the codes are valid: nobody takes others to the post.
final class LetterFiles {
    private let paths: (codes: String, pins: String)
    private let host: String
    private let provider: OperatorProfile
    private var files: [OutputFile] = []

    /// - Throws: `Failure` where both paths are the same, or one is standard output.
    init(codes: String, pins: String, of context: Context) throws {
        guard codes != pins, codes != "-", pins != "-" else {
            throw Failure(.usage, "--codes and --pins name two new files: whoever has both letters has the account")
        }
        // Before the PINs are stretched, which may take minutes.
        for path in [codes, pins] {
            try OutputFile.expectNew(path)
            try OutputFile.expectNew(OutputFile.unfinished(path))
        }
        paths = (codes, pins)
        host = context.issuer.idmIdentifier
        provider = try context.operatorProfile()
    }

    deinit { discard() }

    /// Writes the letters in place of those that were written before, and waits until they are on the disk.
    func write(_ letters: [IssueLetters.Letter]) throws {
        discard()
        let codes = try letters.map { letter in
            let code = try QRCode(letter.link)
            return LettersPage.Letter(
                head(of: letter), PaperCode(link: letter.link, side: code.side, path: code.svgPath))
        }
        try write(LettersPage.codes(codes, in: provider.language.wording), to: paths.codes)
        let pins = letters.map { LettersPage.Letter(head(of: $0), $0.pin.text) }
        try write(LettersPage.pins(pins, in: provider.language.wording), to: paths.pins)
    }

    /// Gives the files their names.
    func finish() throws {
        let finished = files
        files = []
        for file in finished { try file.finish() }
    }

    /// Leaves the files as they are, under the names that they have until `finish`.
    func keepUnfinished() { files = [] }

    private func discard() {
        for file in files { file.discard() }
        files = []
    }

    private func write(_ page: HTML, to path: String) throws {
        let file = try OutputFile(path, isNamedByFinish: true)
        files.append(file)
        try file.write(page.bytes)
        try file.synchronize()
    }

    private func head(of letter: IssueLetters.Letter) -> LettersPage.Head {
        LettersPage.Head(
            host: host, account: letter.userName, expiresAt: Moment(letter.expiresAt), provider: provider,
            wording: letter.language.wording)
    }
}
