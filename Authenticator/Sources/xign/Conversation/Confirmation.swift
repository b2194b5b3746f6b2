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

    /// True if an option declines the process.
    var isForeseen: Bool { options.consent == .declined || options.consent == .notMe }

    /// Prints text for people: on standard error if standard output is for a program.
    func show(_ text: Text) { options.outputIsForPrograms ? console.report(text) : console.print(text) }

    // MARK: Starting and cancelling

    /// Starts the authentication, and runs the conversation about it.
    ///
    /// If the person goes away in the meantime, the process is cancelled, so that nobody waits until it expires.
    func run<Result>(
        _ data: AuthenticationInitializationData, conversation: (AuthenticateRequest) throws -> Result
    ) throws -> Result {
        let request = try sdk.authenticator.startAuthenticationSynchronous(data: data)
        do { return try conversation(request) } catch let error as InputError {
            if abort(request) { console.report(words.process.cancelled(undertaking)) }
            throw error
        }
    }

    /// Cancels the process as the person wants it.
    /// - Throws: ``CommandFailure``, unless an option asked for this.
    func end(_ request: AuthenticateRequest, _ refusal: Consent) throws {
        let isForeign = refusal == .notMe
        try sdk.authenticator.abortAuthenticationSynchronous(request: request, reason: isForeign ? .notMe : .cancelled)
        show(isForeign ? words.process.reported(undertaking) : words.process.cancelled(undertaking))
        guard isForeseen else { throw undertaking.declined }
    }

    /// Cancels the process without a word, for at most two seconds, since the person goes away.
    /// - Returns: true if the manager has answered.
    @discardableResult
    func abort(_ request: AuthenticateRequest) -> Bool {
        let (isHeard, hasEnded) = (Answer(), DispatchSemaphore(value: 0))
        Thread.detachNewThread { [sdk] in
            defer { hasEnded.signal() }
            do {
                try sdk.authenticator.abortAuthenticationSynchronous(request: request, reason: .cancelled)
                isHeard.value.store(true, ordering: .relaxed)
            } catch {}
        }
        return hasEnded.wait(timeout: .now() + 2) == .success && isHeard.value.load(ordering: .relaxed)
    }

    private final class Answer: Sendable {
        let value = Atomic(false)
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
            let result = try repeating(unknown: words.process.unknown(undertaking)) { () throws(XignSdkError) in
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
    func repeating<Output>(unknown: Text, _ step: () throws(XignSdkError) -> Output) throws -> Output {
        while true {
            do throws(XignSdkError) { return try step() } catch {
                guard Self.answerLost.contains(error.errorCode) else { throw error }
                guard !options.pinFromInput else {
                    throw CommandFailure(.unavailable) { "\($0.refusals.lost(error)) \(unknown)" }
                }
                console.report("xign: \(words.refusals.lost(error))")
                guard (try? console.confirm(words.process.tryAgain, unlessAnswered: true)) == true else {
                    throw CommandFailure(.unavailable) { _ in unknown }
                }
            }
        }
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
