import Terminal
import XignSDK

struct EnglishCheck: CheckWording {
    var help: CommandHelp {
        CommandHelp(
            summary: "Check this device for signs of manipulation, and where it keeps its keys.",
            discussion: """
                The manager learns the findings at each login, and a website can refuse the device because of them. \
                The check works without activation and network. It only finds what does not hide: a library that \
                $LD_PRELOAD has loaded is found after it has removed the variable, but not if it has overwritten the \
                memory where the variable stood. No finding is no proof.

                If there is a TPM, the check makes keys in it, as xign activate does, and discards them.

                The exit status is 0 if there is no finding, 5 if there is one, and 78 if there is none, but the TPM \
                with the keys of this device cannot be used.
                """)
    }

    var system: Text { "System:" }
    var patchLevel: Text { "Patch level:" }
    var checks: Text { "Checks:" }
    func version(_ number: Int32) -> Text { "version \(number)" }
    var superuser: Text { "Superuser:" }
    func isSuperuser(_ isRooted: Bool) -> Text { isRooted ? Text("yes", .yellow) : "no" }
    var foreignCode: Text { "Foreign code:" }
    func isForeign(_ isHooked: Bool) -> Text { isHooked ? Text("found", .yellow) : "none found" }
    var keys: Text { "Keys:" }
    func noKeysYet(_ store: KeyStoreType) -> Text {
        "none yet; xign activate makes them \(EnglishStorage().place(store))"
    }
    var filesDespiteTPM: Text { "in files; a new activation could use the TPM: see xign activate --help" }
    var tpm: Text { "TPM:" }
    var tpmReady: Text { "ready" }

    var superuserExplained: Text {
        """
        Superuser: xign runs as root. Everything else that runs as root can use its
        keys and read your PIN. Run xign as an ordinary user, without sudo. That user
        needs an activation of their own.
        """
    }
    var foreignCodeExplained: Text {
        """
        Foreign code: a debugger or tracer is attached to xign, or a library was loaded
        into it ($LD_PRELOAD, $LD_AUDIT, or the file /etc/ld.so.preload). It can read
        your PIN, and change what xign shows. If it is yours, end the debugger, unset
        the variables, and check again. If it is not, enter no PIN on this computer, and
        ask its administrator.
        """
    }
    func findings(isRooted: Bool, isHooked: Bool) -> Text {
        let finding: Text =
            switch (isRooted, isHooked) {
            case (true, true): "xign runs as superuser, and with foreign code"
            case (true, false): "xign runs as superuser"
            case (false, _): "foreign code was found in xign"
            }
        return "websites may refuse this device: \(finding)"
    }
}
