import Foundation
import XignSDK

// listing
/// The part of your app that runs the processes. Each guide extends it.
@MainActor
struct GuideApp {
    let sdk: XignSdk
    let screen: any GuideScreen
}
// end of listing

// listing
/// The user interface, which your app supplies.
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
    func name(of attribute: PersonalAttribute.Name) -> String
    func ask(for attribute: PersonalAttribute, problem: AttributeResultCode?) async -> String?
    func wantsToSend(_ attribute: PersonalAttribute) async -> Bool
    func chooseAlias(of attribute: PersonalAttribute) async -> PersonalInformationAlias?
    func choose(from roles: [Role]) async -> Role?
    func choose(from combinations: [[AuthenticatorType]]) async -> [AuthenticatorType]
    func choose(from activations: [ActivationInformation]) async -> ActivationInformation?
    func decides(on request: AuthenticateRequest) async -> Decision
    func confirms(_ question: String) async -> Bool
}

/// The user's answer to a request.
enum Decision { case confirm, cancel, notMe }
// end of listing
