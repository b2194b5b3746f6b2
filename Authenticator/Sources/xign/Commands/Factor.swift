import Spelling
import Terminal
import XignSDK

extension Command {
    /// The command group `factor`.
    static func factor(_ words: any Wording) -> Command {
        Command("factor", words.factor.help.summary, subcommands: [.factorAdd(words)])
    }

    /// The command `factor add FACTOR`.
    ///
    /// It refuses every factor before anybody is asked to authenticate. On Linux no key store releases a key only after
    /// a biometric check; the exit status of a fingerprint program would protect nothing.
    private static func factorAdd(_ words: any Wording) -> Command {
        let help = words.factor.addHelp
        let factor = Parameter<AuthenticatorType>.argument(
            "FACTOR", words.factor.factor, completion: .values(["biometric"]), parse: AuthenticatorType.named)
        return Command("add", help.summary, discussion: help.discussion, [factor]) { given, _ in
            switch given[factor] {
            case .biometric: throw CommandFailure(.configuration) { $0.factor.noBiometrics }
            case .pin: throw CommandFailure(.refused) { $0.factor.hasPIN }
            case .device: throw CommandFailure(.refused) { $0.factor.hasDevice }
            case .otp, .yubikey: throw CommandFailure(.configuration) { $0.factor.notYet }
            }
        }
    }
}

extension AuthenticatorType {
    /// - Throws: ``CommandFailure`` with the most similar name.
    fileprivate static func named(_ text: String) throws -> AuthenticatorType? {
        if let factor = AuthenticatorType(rawValue: text) { return factor }
        let nearest = Spelling.nearest(to: text, among: allCases.map(\.rawValue))
        throw CommandFailure(.usage) { $0.factor.unknown(text, nearest: nearest) }
    }
}
