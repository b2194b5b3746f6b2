import Terminal
import XignSDK

struct EnglishStorage: StorageWording {
    // MARK: Files and servers

    func cannotRead(file path: String) -> Text { "cannot read the file \(path)" }
    func cannotRead(certificates path: String) -> Text { "cannot read the certificates in \(path)" }
    func cannotRead(keyMaterial path: String) -> Text {
        "cannot read \(path): give a file, or an address that begins with https://"
    }
    func tooLargeForKeyMaterial(_ source: String) -> Text { "\(source) is too large to be key material" }
    func tooLargeForKeyMaterial(answerOf host: String) -> Text {
        "the answer of \(host) is too large to be key material"
    }
    func notAnAddress(_ text: String) -> Text { "\(text) is not a valid address" }
    func notEncrypted(_ address: String) -> Text { "\(address) is not encrypted: give the https address" }
    func unreachable(_ host: String, _ reason: Text) -> Text {
        "\(host) cannot be reached: \(reason); check the address and the network"
    }
    func redirected(from host: String, to target: String) -> Text {
        """
        \(host) redirects to \(target): give that address if it belongs to the manager; otherwise the network may ask to \
        log in first, with a browser
        """
    }
    func answered(_ url: String, status: Int) -> Text {
        "\(url) answered with HTTP status \(status): check that it is the manager's address"
    }
    func answered(_ url: String, by kind: Text) -> Text {
        """
        not the manager answered at \(url), but \(kind): check the address and the proxy; log in to the network if it \
        asks for that, with a browser; if the manager is starting, try again later
        """
    }
    func notAServiceFile(_ path: String) -> Text {
        "\(path) is no service file: give what xignin-manager service show NAME --json prints"
    }
    var noAuthorityFile: Text {
        "--ca-file is not supported on this system: install the certificate in the system's trust store"
    }

    // MARK: The home folder

    func unusable(_ path: String, _ kind: StorageProblem.Kind?) -> Text {
        switch kind {
        case .noSpace: "there is no room for \(path): run the same again when there is room"
        case .noLocks: "the file system of \(path) has no locks: use --home with a folder on a local file system"
        case .otherOwner:
            "\(path) belongs to another user, so nothing is stored there: use --home with a folder of your own"
        case .link: "\(path) is a symbolic link: use --home with the folder to which it leads"
        case nil: "cannot use \(path): check its owner, its permissions and free space"
        }
    }
    func deviceElsewhere(_ folder: String) -> Text {
        "there is a device in \(folder), which is not used, since $HOME is another folder; to use it: --home \(folder)"
    }
    var noHome: Text { "you have no home folder: set $HOME, or use --home with a folder of your own" }
    func notText(variable name: String) -> Text { "the value of $\(name) is not valid UTF-8: set another one" }
    func writableByOthers(_ path: String) -> Text {
        """
        other users can write \(path), and may have added a manager. If nobody did: chmod og-w \(path); otherwise move \
        it to another place, then trust your managers again
        """
    }

    // MARK: Keys

    func place(_ store: KeyStoreType) -> Text {
        switch store {
        case .file: "in files"
        case .tpm: "in the TPM"
        case .enclave: "in the Secure Enclave"
        }
    }

    func damaged(record path: String) -> Text {
        """
        \(path) is damaged: it contains the word tpm if the keys of this home are in the TPM, or file if they are in \
        files; restore it
        """
    }

    func cannotMove(from store: KeyStoreType) -> Text {
        """
        the keys of this home are \(place(store)), and keys cannot be moved to another store. To use the other one, \
        add another activation: make a code with xign activation new, then use it with xign trust and xign activate, \
        both with --home OTHER; or give up the activations of this home first, with xign forget
        """
    }

    func busy(with store: KeyStoreType) -> Text {
        """
        another xign activate is running for this home, with its keys \(place(store)): wait until it has ended, or use \
        another --home
        """
    }

    func notAKeyStore(_ name: String, known: [String]) -> Text {
        "\(name) is not a key store of this system, which has \(known.joined(separator: " and "))"
    }

    // MARK: The TPM

    func reason(_ problem: TPMProblem) -> Text { "\(problem.description)" }
    func noKeysInTPM(_ problem: TPMProblem) -> Text {
        "the keys cannot be made in the TPM (in files: with --key-store file). \(reason(problem))"
    }
    func lockedInTPM(_ problem: TPMProblem) -> Text {
        "the TPM with the keys of this device cannot be used. \(reason(problem))"
    }
}
