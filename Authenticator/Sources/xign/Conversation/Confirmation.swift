import Foundation
import Synchronization
import Terminal
import XignSDK

/// The conversation by which a person confirms a process: consent, PIN, lockouts and cancellation.
///
/// Logins and changes of the account share it; only their screens and questions differ.
struct Confirmation {
    /// The answers that were given by options.
    struct Options {
        /// The consent; nil if the person is asked.
        var consent: Consent?
        /// The factors to sign with; nil for the first combination that this device supports.
        var factors: [AuthenticatorType]?
        /// The digits of the page, where the manager demands them.
        var pairing = PairingAnswer.asked
        /// True if PINs are read from standard input.
        var pinFromInput = false
        /// True if standard output is for a program, as with --json.
        var outputIsForPrograms = false
    }

    let undertaking: Undertaking
    let options: Options
    let sdk: XignSdk
    let console: Console
    let words: any Wording
    private let step = Step()

    /// True if an option declines the process.
    var isForeseen: Bool { options.consent == .declined || options.consent == .notMe }

    /// Prints text for people: on standard error if standard output is for a program.
    func show(_ text: Text) { options.outputIsForPrograms ? console.report(text) : console.print(text) }

    /// Tells a person in sentences what was done, where `show` prints.
    func tell(_ sentences: Text) {
        options.outputIsForPrograms ? console.report(sentences) : console.print(sentences: sentences)
    }

    // MARK: Starting and cancelling

    /// Starts the authentication, and runs the conversation about it.
    ///
    /// If the person goes away in the meantime, also during a request, the process is cancelled, so that nobody waits
    /// until it expires. A signal takes effect after that.
    func run<Result>(
        _ data: AuthenticationInitializationData, conversation: (AuthenticateRequest) throws -> Result
    ) throws -> Result {
        try SignalTrap.throughout {
            let start = try BlockingWork { [sdk] in try sdk.authenticator.startAuthenticationSynchronous(data: data) }
            do { return try conversation(start.value()) } catch let error as InputError {
                leave(start)
                throw error
            }
        }
    }

    /// Cancels the process of a person who goes away. After a step without an answer, nobody knows what was done.
    private func leave(_ start: BlockingWork<AuthenticateRequest>) {
        let isCancelled = abort { try start.finalValue() }
        if let advice = step.withoutAnswer {
            console.report("xign: \(advice)")
        } else if isCancelled {
            console.report(words.process.cancelled(undertaking))
        }
    }

    /// Waits for a request, until a signal arrives.
    func waiting<Output: Sendable>(_ request: @escaping @Sendable () throws -> Output) throws -> Output {
        try BlockingWork(request).value()
    }

    /// Cancels the process as the person wants it.
    /// - Throws: ``CommandFailure``, unless an option asked for this.
    func end(_ request: AuthenticateRequest, _ refusal: Consent) throws {
        let isForeign = refusal == .notMe
        try waiting { [sdk] in
            try sdk.authenticator.abortAuthenticationSynchronous(
                request: request, reason: isForeign ? .notMe : .cancelled)
        }
        tell(isForeign ? words.process.reported(undertaking) : words.process.cancelled(undertaking))
        guard isForeseen else { throw undertaking.declined }
    }

    /// Cancels the process without a word, for at most two seconds, since the person goes away.
    /// - Parameter request: returns the started authentication, for which it may wait.
    /// - Returns: true if the manager has answered.
    @discardableResult
    func abort(_ request: @escaping @Sendable () throws -> AuthenticateRequest) -> Bool {
        let abort = try? BlockingWork(isLast: true) { [sdk] in
            try sdk.authenticator.abortAuthenticationSynchronous(request: request(), reason: .cancelled)
        }
        return abort?.succeeds(within: .seconds(2)) ?? false
    }

    /// The step that the manager may or may not have done.
    private final class Step: Sendable {
        private let advice = Mutex<Text?>(nil)

        /// The advice to a person who does not know its outcome; nil where every step has its answer.
        var withoutAnswer: Text? {
            get { advice.withLock { $0 } }
            set { advice.withLock { $0 = newValue } }
        }
    }

    /// Returns the consent that an option gave, or asks for it.
    func consent(_ question: Text) throws -> Consent {
        try options.consent ?? console.askConsent(question, words.consent)
    }

    // MARK: Authenticating

    /// Signs and finishes, and waits out lockouts.
    /// - Returns: any result but a lockout.
    func authenticate(_ information: AuthenticationUserInformation) throws -> AuthenticationResult {
        var information = information
        while true {
            try sign(information)
            let result = try repeating(unknown: words.process.unknown(undertaking)) { [sdk, information] in
                try sdk.authenticator.finishAuthenticationSynchronous(userInfo: information)
            }
            switch result {
            case .lockout(let lockout, let next):
                try wait(for: lockout, after: .pin)
                information = next
            case let result: return result
            }
        }
    }

    /// Does a step, and repeats it while its answer is lost and the person wants it.
    /// - Parameter unknown: the advice to a person who gives up without knowing the outcome.
    func repeating<Output: Sendable>(
        unknown: Text, _ work: @escaping @Sendable () throws -> Output
    ) throws -> Output {
        while true {
            do {
                let request = try BlockingWork(work)
                step.withoutAnswer = unknown
                let output = try request.value()
                step.withoutAnswer = nil
                return output
            } catch let error as XignSdkError {
                let isLost = Self.answerLost.contains(error.errorCode) || error.underlying is ForeignAnswer
                guard isLost else {
                    step.withoutAnswer = nil
                    throw error
                }
                guard !options.pinFromInput else {
                    throw CommandFailure(.unavailable) {
                        "\($0.refusals.lost(error))\($0.refusals.request(of: error)) \(unknown)"
                    }
                }
                console.report("xign: \(words.refusals.lost(error))\(words.refusals.request(of: error))")
                guard try wantsAgain() else { throw CommandFailure(.unavailable) { _ in unknown } }
            }
        }
    }

    /// - Throws: ``InputError/interrupted``.
    private func wantsAgain() throws -> Bool {
        do { return try console.confirm(words.process.tryAgain, unlessAnswered: true) } catch InputError.interrupted {
            throw InputError.interrupted
        } catch { return false }
    }

    /// The errors after which the manager may or may not have done what was asked.
    private static let answerLost: Set<XignSdkErrorCode> = [.connectionFailed, .timedOut, .httpError, .managerFailed]

    /// Signs with all factors. The PIN is asked for only now, when a login page already shows that the login is being
    /// confirmed.
    private func sign(_ information: AuthenticationUserInformation) throws {
        for factor in try options.combination(information.requestedAuthenticators) {
            switch factor {
            case .device: try information.sign(factor: DeviceFactor())
            case .pin: try signWithPIN(information)
            default: throw CommandFailure(.refused) { $0.process.factorUnsupported(factor.rawValue) }
            }
        }
    }

    private func signWithPIN(_ information: AuthenticationUserInformation) throws {
        while true {
            let pin = try console.askSecret(words.process.askPIN, fromInput: options.pinFromInput)
            do { return try information.sign(factor: PinFactor(pin)) } catch {
                guard error.errorCode == .pinInvalid, !options.pinFromInput else { throw error }
                console.report(words.process.notAPIN)
            }
        }
    }
}

extension Confirmation.Options {
    /// Returns the factors that sign: the first requested combination, or the one given by the option.
    func combination(_ requested: [[AuthenticatorType]]) throws -> [AuthenticatorType] {
        guard let factors else { return requested.first ?? [] }
        guard let combination = requested.first(where: { Set($0) == Set(factors) }) else {
            let possible = requested.map { $0.map(\.rawValue).joined(separator: ",") }
            throw CommandFailure(.data) { $0.process.combinations(possible) }
        }
        return combination
    }
}
