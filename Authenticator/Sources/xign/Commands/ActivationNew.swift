import Foundation
import QRCode
import Terminal
import XignSDK

extension Command {
    /// The command `activation new`.
    static func activationNew(_ words: any Wording) -> Command {
        let name = Parameter<String?>.option(
            "alias", "NAME", "The name of the new device until it is activated.", parse: DeviceName.parse)
        let pinStdin = Parameter<Bool>.flag(
            "pin-stdin", "Read the PIN of this device, then that of the new one, from standard input, one line each.")
        let json = Parameter.json
        return Command(
            "new", "Make a code that adds another device to your account.",
            discussion: """
                You confirm it with the PIN of this device, choose a PIN for the new device, and scan the code there. \
                The code can be used once, within ten minutes; whoever has code and PIN can log in as you. To withdraw \
                it: xign activation revoke.

                A new device cannot add or remove other devices, or delete the account, for 24 hours.
                """,
            [Options.manager, name, Options.isAgreed, pinStdin, json]
        ) { given, console in
            let options = Confirmation.Options(
                consent: given[Options.isAgreed] ? .agreed : nil, pinFromInput: given[pinStdin],
                outputIsForPrograms: given[json]
            )
            let change = try Change(given, options: options, console: console, words: words)
            try explaining {
                try explaining(
                    .notAllowed,
                    as: { _ in
                        """
                        your account has as many devices or codes as it may have, or too many wrong PINs were entered \
                        for its codes: see xign activation list, or ask the operator
                        """
                    }
                ) {
                    let report = try change.newActivation(name: given[name])
                    if given[json] { try console.print(json: report) } else { console.print(report) }
                }
            }
        }
    }
}

extension Change {
    fileprivate func newActivation(name: String?) throws -> NewActivationReport {
        let name = try name ?? (asks ? console.askDeviceName("Name of the new device, such as tablet:") : nil)
        let data = try personalizer.startRequestNewActivationDataSynchronous(idmIdentifier: idm)
        return try run(data) { result in
            guard case .apiAccessRequestNewActivationData(let access) = result else { throw foreignAnswer }
            access.alias = name
            try console.choose(NewPIN(access.pinSpec, for: .otherDevice), fromInput: !asks)
            let unknown: Text = """
                The code may have been made, but nobody has it. It is void after ten minutes. To make another one, \
                run the command again
                """
            let code = try finish(unknown: unknown) { () throws(XignSdkError) in
                try personalizer.finishRequestNewActivationDataSynchronous(access)
            }
            return NewActivationReport(
                idm: idm, alias: name, code: code, link: access.link?.absoluteString, expiresAt: access.expiresAt)
        }
    }
}

/// The code for a new device, as JSON for programs.
private struct NewActivationReport: Encodable {
    let idm: String
    let alias: String?
    /// The text that a QR code contains.
    let code: String
    /// The code as an App-Link; null if the manager's apps have no link.
    let link: String?
    let expiresAt: Date?
}

extension Console {
    fileprivate func print(_ report: NewActivationReport) {
        print("Scan this code with the new device, and enter there the PIN that you have chosen for it.")
        if let end = report.expiresAt { print("It can be used once, until \(PointInTime(end).time).") }
        let text = report.link ?? report.code
        // Without a picture the text is still there.
        if let picture = try? QRCode(text) { print(picture) }
        if let link = report.link {
            print("Or open this link there:")
            print("\(link)")
        }
        print("With xign on the new device, which must trust \(report.idm):")
        print("xign activate \(text)")
    }
}
