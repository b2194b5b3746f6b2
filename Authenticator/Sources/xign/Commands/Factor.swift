import Spelling
import Terminal
import XignSDK

extension Command {
    /// The command group `factor`.
    static func factor(_ words: any Wording) -> Command {
        Command("factor", "Add an authentication factor to this device.", subcommands: [.factorAdd(words)])
    }

    /// The command `factor add FACTOR`.
    ///
    /// It refuses every factor before anybody is asked to authenticate. On Linux no key store releases a key only after
    /// a biometric check; the exit status of a fingerprint program would protect nothing.
    private static func factorAdd(_ words: any Wording) -> Command {
        let factor = Parameter<AuthenticatorType>.argument(
            "FACTOR", "The factor: biometric.", completion: .values(["biometric"]), parse: AuthenticatorType.named)
        return Command(
            "add", "Add a factor, such as biometric, to this device.",
            discussion: """
                A factor protects a key of this device. xign has the factors device and pin, which every activation \
                has from its beginning. A biometric factor needs a key store that releases its key only after a \
                fingerprint or a face was recognized; systems with such a store have apps for it.
                """,
            [factor]
        ) { given, _ in
            switch given[factor] {
            case .biometric:
                throw Failure(
                    .configuration,
                    """
                    this system has no key store that releases a key only for a fingerprint or a face, so xign has no \
                    biometric factor: use the PIN, or add a phone with xign activation new
                    """)
            case .pin:
                throw Failure(.refused, "this device already has the factor pin; to change the PIN: xign pin change")
            case .device: throw Failure(.refused, "this device already has the factor device")
            case .otp, .yubikey: throw Failure(.configuration, "no manager supports this factor yet")
            }
        }
    }
}

extension AuthenticatorType {
    /// - Throws: `UsageError` with the most similar name.
    fileprivate static func named(_ text: String) throws -> AuthenticatorType? {
        if let factor = AuthenticatorType(rawValue: text) { return factor }
        let nearest = Spelling.nearest(to: text, among: allCases.map(\.rawValue))
        throw UsageError(
            "\(text) is not a factor; \(nearest.map { "did you mean \($0)?" } ?? "the factor is biometric")")
    }
}
