// The screen without views: authenticator-app HOME KEY-MATERIAL
//
// Takes a line for each thing that the person does, and answers with the part of the screen and its message:
// "activate TEXT PIN NEW-PIN", "scan TEXT", "open TEXT", "agree [DIGITS]", "refuse", "pin PIN", "again".

import Foundation
import LoginScreen
import XignSDK

guard CommandLine.arguments.count == 3 else {
    print("usage: authenticator-app HOME KEY-MATERIAL")
    exit(64)
}
let home = URL(fileURLWithPath: CommandLine.arguments[1])
let keyMaterial = try Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[2]))
try XignSdk.initialize(
    XignSdkConfig.Builder().addKeyMaterial(keyMaterial).setStorageLocation(home).showsAdditionalInformation().build())
let model = LoginModel(XignSdk.shared)

/// Writes a line at once: another program may wait for it.
func answer(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }

/// Activates the app, which an app of its own has a screen for: the guide "Personalization".
func activate(_ text: String, pin: String, newPin: String) async throws {
    let sdk = XignSdk.shared
    guard
        case .personalization(let data) = try await sdk.xignCommon.parseProcessInitializationData(
            data: text, source: .scanned),
        case .personalize(let request) = try await sdk.personalizer.decryptPersonalizationInitializationData(
            data: data, pin: pin)
    else { return answer("not activated") }
    if request.newPinRequired { _ = request.pinSpecification.setPin(newPin) }
    let activation = try await sdk.personalizer.finishPersonalization(request: request)
    answer("activated at \(activation.idmIdentifier)")
}

while let line = readLine() {
    let words = line.split(separator: " ").map(String.init)
    switch (words.first ?? "", words.count) {
    case ("activate", 4):
        do {
            try await activate(words[1], pin: words[2], newPin: words[3])
        } catch { answer("not activated: \(error)") }
        continue
    case ("scan", 2): await model.scan(words[1], source: .scanned)
    case ("open", 2): await model.scan(words[1], source: .opened)
    case ("agree", 1...2): await model.agree(digits: words.count == 2 ? words[1] : "")
    case ("refuse", 1): await model.refuse(.cancelled)
    case ("pin", 2): await model.enter(pin: words[1])
    case ("again", 1): await model.submitAgain()
    default:
        answer("unknown: \(line)")
        continue
    }
    let service = model.step == .consent ? model.consent?.service.name : nil
    answer([String(describing: model.step), service, model.message].compactMap { $0 }.joined(separator: "\t"))
}
