import Foundation

@testable import XignSDK

/// A user interface that answers the guides' questions from a script, and records what it showed.
@MainActor
final class ScriptedScreen: GuideScreen {
    /// The PINs that the user enters, in this order; then always the last.
    var pins = ["482915"]
    var newPins = ["739164"]
    /// The entries for the digits of the page, in this order; then the user gives up.
    var digits: [String] = []
    /// The texts and the aliases that the user enters.
    var answers: [PersonalAttribute.Name: String] = [:]
    var sent: Set<PersonalAttribute.Name> = []
    var decision = Decision.confirm
    var agrees = true
    /// Called when a question is asked.
    var asked: () -> Void = {}
    var waits: (Date) -> Void = { _ in }

    var shown: [String] = []
    var scannerReasons: [String] = []
    var opened: [URL] = []
    var codes: [String] = []
    var pinProblems: [PinSpecification.ResultCode?] = []
    var subjects: [AuthenticationSubject] = []

    func show(_ text: String) { shown.append(text) }
    func showScanner(reason: String) { scannerReasons.append(reason) }
    func openInBrowser(_ url: URL) { opened.append(url) }
    func showQRCode(_ data: String, until end: Date?) { codes.append(data) }
    func wait(until date: Date) async { waits(date) }
    func askForDigits(_ question: String) async -> String? { digits.isEmpty ? nil : digits.removeFirst() }
    func askForPin() async -> String { pins.count > 1 ? pins.removeFirst() : pins[0] }

    func askForNewPin(_ problem: PinSpecification.ResultCode?, digits: ClosedRange<Int>) async -> String {
        pinProblems.append(problem)
        return newPins.count > 1 ? newPins.removeFirst() : newPins[0]
    }

    func askForName(suggesting name: String) async -> String { "phone" }
    func name(of attribute: PersonalAttribute.Name) -> String { attribute.rawValue }
    func ask(for attribute: PersonalAttribute, problem: AttributeResultCode?) async -> String? {
        answers[attribute.name]
    }
    func wantsToSend(_ attribute: PersonalAttribute) async -> Bool { sent.contains(attribute.name) }

    func chooseAlias(of attribute: PersonalAttribute) async -> PersonalInformationAlias? {
        attribute.aliases.first { $0.alias == answers[attribute.name] }
    }

    func choose(from roles: [Role]) async -> Role? { roles.last }
    func choose(from combinations: [[AuthenticatorType]]) async -> [AuthenticatorType] { combinations[0] }
    func choose(from activations: [ActivationInformation]) async -> ActivationInformation? { activations.first }

    func decides(on request: AuthenticateRequest) async -> Decision {
        subjects.append(request.subject)
        return decision
    }

    func confirms(_ question: String) async -> Bool {
        shown.append(question)
        asked()
        return agrees
    }
}
