// The rest of the app that a test makes of the guides' listings: the program, and its screen in a terminal. The person
// agrees to everything, and types a line for each code and each PIN.

import Foundation
import XignSDK

@testable import App

@main
@MainActor
enum Program {
    static func main() async throws {
        let keyMaterial = try Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))
        let app = GuideApp(sdk: .shared, screen: Terminal())
        try app.configureXign(with: keyMaterial)
        while let text = readLine() { await app.begin(text, source: .scanned) }
    }
}

@MainActor
final class Terminal: GuideScreen {
    func show(_ text: String) { print(text) }
    func showScanner(reason: String) { print(reason) }
    func openInBrowser(_ url: URL) { print(url) }
    func showQRCode(_ data: String, until end: Date?) { print(data) }
    // A wait that is cancelled, or whose moment has passed, ends at once.
    func wait(until date: Date) async { try? await Task.sleep(for: .seconds(date.timeIntervalSinceNow)) }
    func askForDigits(_ question: String) async -> String? { readLine() }
    func askForPin() async -> String { readLine() ?? "" }
    func askForNewPin(_ problem: PinSpecification.ResultCode?, digits: ClosedRange<Int>) async -> String {
        readLine() ?? ""
    }
    func askForName(suggesting name: String) async -> String { name }
    func name(of attribute: PersonalAttribute.Name) -> String { attribute.rawValue }
    func ask(for attribute: PersonalAttribute, problem: AttributeResultCode?) async -> String? { nil }
    func wantsToSend(_ attribute: PersonalAttribute) async -> Bool { false }
    func chooseAlias(of attribute: PersonalAttribute) async -> PersonalInformationAlias? {
        attribute.aliases.first
    }
    func choose(from roles: [Role]) async -> Role? { roles.first }
    func choose(from combinations: [[AuthenticatorType]]) async -> [AuthenticatorType] {
        combinations.first { $0.contains(.pin) } ?? []
    }
    func choose(from activations: [ActivationInformation]) async -> ActivationInformation? { activations.first }
    func decides(on request: AuthenticateRequest) async -> Decision { .confirm }
    func confirms(_ question: String) async -> Bool { false }
}
