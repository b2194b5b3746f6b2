import Terminal

struct EnglishProgram: ProgramWording {
    var summary: String { "Passwordless login from the terminal." }

    var exitStatuses: [(ExitStatus, String)] {
        [
            (0, "done"),
            (1, "declined"),
            (2, "QR code expired"),
            (3, "session or activation over, used or unknown"),
            (4, "session claimed by another device"),
            (5, "finding of xign check"),
            (64, "wrong command line"),
            (65, "unusable picture, code, key material, PIN, name, attribute, service file or nonce"),
            (66, "missing file, or no terminal to ask on"),
            (67, "manager not trusted, or device not activated"),
            (69, "manager unreachable, or its certificate not trusted"),
            (75, "locked out temporarily, or device too new"),
            (76, "answer violates the protocol"),
            (77, "refused, or locked permanently"),
            (78, "unusable home folder or keys, xign too old, or no such factor or key store on this system"),
        ]
    }

    var home: String { "The folder of activations and keys. Default: $XIGN_HOME, or ~/.xign." }
    var authorityFile: String {
        "Certificates (PEM) of additional authorities to trust for HTTPS. Default: $XIGN_CA_FILE."
    }
    var manager: String { "The manager, named as in xign accounts. Needed only if there are several." }
    var onlyManager: String { "Only at this manager, named as in xign accounts." }
    var isAgreed: String { "Do not ask for confirmation." }
    var code: String { "A picture of the QR code (PNG or JPEG; - for standard input), a link, or the code's text." }
    var json: String { "Print JSON, for programs." }
    var pinStdin: String { "Read the PIN from standard input, as one line." }
}
