import Terminal

struct EnglishActivate: ActivateWording {
    var help: CommandHelp {
        CommandHelp(
            summary: "Make this device an authenticator of your account.",
            discussion: """
                You need the QR code of your invitation and the activation PIN, which you received separately; or the \
                code that another device of yours shows, and the PIN that you chose for it. You may have to choose a \
                new PIN for this device. The PIN is not stored on the device; only the manager can verify it.

                If this device already has an account at the manager, it accepts the invitation with that account, as \
                xign invitation does.

                The keys of this device are made in the TPM, a chip that never reveals them, or in files, which every \
                program of yours can copy. They cannot be moved later: a new activation makes new keys. xign uses the \
                TPM at /dev/tpmrm0, or at the address in $XIGN_TPM2_TCTI (as for tpm2-tss).
                """)
    }
    var alias: String {
        """
        The name of this device in your account. Default: the name that was typed when the code was made; else the \
        name of the computer.
        """
    }
    var keyStore: String {
        """
        Where to make the keys: tpm or file. Default: where this device already has keys; else the TPM if it was chosen \
        before, or if you may use one; else files.
        """
    }
    var pinStdin: String {
        "Read the activation PIN, then the new or present PIN of this device, from standard input, one line each."
    }

    func manager(_ idmIdentifier: String) -> Text { "Manager:  \(idmIdentifier, .bold)" }
    func account(_ name: String) -> Text { "Account:  \(name, .bold)" }
    func invited(by organization: String) -> Text { "Invited:  by \(organization)" }
    func service(_ name: String) -> Text { "For:      \(name)" }
    func keys(_ place: Text) -> Text { "Keys:     \(place)" }
    var askActivationPIN: Text { "Activation PIN:" }
    func wrongAttempts(_ count: Int) -> Text {
        """
        \("Wrong activation PINs before this one: \(count).", .yellow) If you did not enter them, someone else has the \
        code: tell the operator.
        """
    }
    func alreadyUsed(_ moment: PointInTime) -> Text {
        """
        this code was already used, on \(EnglishTime().minute(moment)): if that was not you, someone else has \
        activated your account; tell the operator at once
        """
    }
    func hasAccount(_ name: String) -> Text { "This device already has the account \(name) there." }
    func activated(for account: String, as device: String) -> Text {
        "This device is activated for \(account, .bold), with the name \(device)."
    }
    func notStored(at manager: String, _ reason: Text?) -> Text {
        """
        \(manager) may have activated this device already, but that cannot be stored here, so the activation is \
        pending: run the same again when there is room\(reason.map { " (\($0))" } ?? "")
        """
    }
    var keepsEarlierPIN: Text { "An earlier run with this code had begun it. The PIN is the one of that run." }
    var keepsPIN: Text { "Its PIN is the one that you have entered." }
}
