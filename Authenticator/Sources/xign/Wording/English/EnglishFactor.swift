import Terminal

struct EnglishFactor: FactorWording {
    var help: CommandHelp { CommandHelp(summary: "Add an authentication factor to this device.") }
    var addHelp: CommandHelp {
        CommandHelp(
            summary: "Add a factor, such as biometric, to this device.",
            discussion: """
                A factor protects a key of this device. xign has the factors device and pin, which every activation \
                has from its beginning. A biometric factor needs a key store that releases its key only after a \
                fingerprint or a face was recognized; systems with such a store have apps for it.
                """)
    }
    var factor: String { "The factor: biometric." }
    var noBiometrics: Text {
        """
        this system has no key store that releases a key only for a fingerprint or a face, so xign has no biometric \
        factor: use the PIN, or add a phone with xign activation new
        """
    }
    var hasPIN: Text { "this device already has the factor pin; to change the PIN: xign pin change" }
    var hasDevice: Text { "this device already has the factor device" }
    var notYet: Text { "no manager supports this factor yet" }
    func unknown(_ name: String, nearest: String?) -> Text {
        "\(name) is not a factor; \(nearest.map { "did you mean \($0)?" } ?? "the factor is biometric")"
    }
    func notOfXign(_ name: String) -> Text { "\(name) is not a factor of xign; the factors are device and pin" }
}
