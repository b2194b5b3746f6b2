import Foundation
import XignSDK

/// The app of the guides: each file of listings extends it by one guide's functions.
@MainActor
struct GuideApp {
    let sdk: XignSdk
    let screen: any GuideScreen
}

/// The user interface, which the guides leave to the app. Tests script it.
@MainActor
protocol GuideScreen: AnyObject {
    func show(_ text: String)
    func showScanner(reason: String)
    func openInBrowser(_ url: URL)
    func showQRCode(_ data: String, until end: Date?)
    func wait(until date: Date) async
    func askForDigits(_ question: String) async -> String?
    func askForPin() async -> String
    func askForNewPin(_ problem: PinSpecification.ResultCode?, digits: ClosedRange<Int>) async -> String
    func askForName(suggesting name: String) async -> String
    func ask(for attribute: String, problem: AuthenticationInformationErrorCode) async -> String
    func wantsToSend(_ attribute: String) async -> Bool
    func choose(_ attribute: String, from aliases: [PersonalInformationAlias]) async -> PersonalInformationAlias
    func choose(from roles: [Role]) async -> Role?
    func choose(from combinations: [[AuthenticatorType]]) async -> [AuthenticatorType]
    func choose(from activations: [ActivationInformation]) async -> ActivationInformation?
    func decides(on request: AuthenticateRequest) async -> Decision
    func confirms(_ question: String) async -> Bool
}

/// The user's answer to a request.
enum Decision { case confirm, cancel, notMe }
