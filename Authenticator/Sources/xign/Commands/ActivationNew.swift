import Foundation
import QRCode
import Terminal
import XignSDK

extension Command {
    /// The command `activation new`.
    static func activationNew(_ words: any Wording) -> Command {
        let help = words.devices.newHelp
        let name = Parameter<String?>.option("alias", "NAME", words.devices.newAlias, parse: DeviceName.parse)
        let manager = Options.manager.explained(by: words.program.manager)
        let isAgreed = Options.isAgreed.explained(by: words.program.isAgreed)
        let pinStdin = Parameter.pinStdin.explained(by: words.devices.newPinStdin)
        let json = Parameter.json.explained(by: words.program.json)
        let file = Parameter<String?>.option("qr", "FILE", words.devices.newPicture, completion: .files)
        return Command(
            "new", help.summary, discussion: help.discussion, [manager, name, isAgreed, pinStdin, file, json],
            examples: ["xign activation new --alias Tablet"]
        ) {
            given, console in
            let options = Confirmation.Options(
                consent: given[isAgreed] ? .agreed : nil, pinFromInput: given[pinStdin],
                outputIsForPrograms: given[json])
            let change = try Change(given, options: options, console: console, words: words)
            let picture = try given[file].map { try PictureFile($0, console: console) }
            try explaining {
                try explaining(.notAllowed, as: { $0.devices.tooMany }) {
                    let report = try change.newActivation(name: given[name])
                    // Each text that a manager makes fits into a code.
                    try picture?.write(QRCode(report.text))
                    if given[json] {
                        try console.print(json: report)
                    } else {
                        console.print(report, picture: given[file], words.devices)
                    }
                }
            }
        }
    }
}

extension Change {
    fileprivate func newActivation(name: String?) throws -> NewActivationReport {
        let name = try name ?? (asks ? console.askDeviceName(words) : nil)
        let data = try personalizer.startRequestNewActivationDataSynchronous(idmIdentifier: idm)
        return try run(data) { result in
            guard case .apiAccessRequestNewActivationData(let access) = result else { throw foreignAnswer }
            access.alias = name
            try confirmation.choose(NewPIN(access.pinSpec, for: .otherDevice))
            let code = try finish(unknown: words.devices.unknown) { [personalizer] in
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

    /// The text to be shown as a QR code, which a camera can open where it is a link.
    var text: String { link ?? code }
}

extension Console {
    /// - Parameter picture: the file that has the QR code, which is not drawn then.
    fileprivate func print(_ report: NewActivationReport, picture: String?, _ words: any DeviceWording) {
        print(words.scan)
        if let picture { print(words.inPicture(picture)) }
        if let end = report.expiresAt { print(words.validUntil(PointInTime(end).time)) }
        var lines: [Text] = report.link.map { [words.openLink, "\($0)"] } ?? []
        lines += [words.withXign(report.idm), "xign activate \(report.text)"]
        guard picture == nil else { return lines.forEach { print($0) } }
        print(qrCodeOf: report.text, with: lines)
    }
}
