import QRCode
import Terminal
import XignDomain
import XignProtocol
import XignServer
import XignUseCases

/// The options of the commands that hand out an activation.
enum HandoutOptions {
    static let picture = Parameter<String?>.option(
        "qr", "FILE",
        "Write the QR code as a PNG picture that its owner alone can read. A file that is there is replaced after a question.",
        completion: .files, parse: { $0 })
    static let pinStdin = Parameter<Bool>.pinStdin
    static let lifetime = Parameter<ActivationLifetime>.option(
        "valid", "TIME",
        "How long the activation waits for its device: 10m to 30d, such as 21d, 48h or 90m. Without it, 24h.",
        default: .standard, parse: { ActivationLifetime($0) })
}

extension ParsedArguments {
    /// The activation PIN: from standard input where that was asked for, otherwise drawn.
    func activationPIN(_ console: Console) throws -> PIN {
        guard self[HandoutOptions.pinStdin] else { return Context.generatePIN() }
        guard let pin = PIN(typed: try console.askSecret("Activation PIN:", fromInput: true)) else {
            throw Failure(
                65, "this cannot be a PIN: every PIN has 5 to 32 digits, between them only spaces and hyphens")
        }
        guard !pin.isCommon else { throw Failure(65, "this PIN is one of the most common ones: choose another") }
        return pin
    }

    /// Takes the place of the picture that `--qr` names. To be called before anything is issued.
    /// - Throws: `Failure` where there is none; nothing has happened then.
    func picture(_ console: Console) throws -> PictureFile? {
        try self[HandoutOptions.picture].map { path in
            try PictureFile(path, console: console) { body in asOperator(body) }
        }
    }

    /// Hands out an activation that an operator has issued.
    /// - Parameter lines: what the command has done, for people.
    func handOut(
        _ issued: IssuedActivation, _ pin: PIN, _ picture: PictureFile?, _ lines: [Text], _ console: Console
    ) throws {
        try handOut(Handout(issued, shown(pin)), picture, lines, console)
    }

    /// Hands out an activation: writes the picture, and prints QR code, link and PIN.
    func handOut(_ handout: Handout, _ picture: PictureFile?, _ lines: [Text], _ console: Console) throws {
        try picture?.write(QRCode(handout.link))
        if self[Parameter<Bool>.json] { return try console.print(json: handout.report) }
        for line in lines { console.print(line) }
        show(handout, console)
    }

    /// Returns the PIN to print; nil for one from standard input, which is known already.
    func shown(_ pin: PIN) -> PIN? { self[HandoutOptions.pinStdin] ? nil : pin }

    /// Prints QR code, link and PIN; no QR code where it is in a file.
    func show(_ handout: Handout, _ console: Console) {
        var lines: [Text] = ["Link:  \(handout.link)"]
        if let pin = handout.report.pin {
            lines.append("PIN:   \(pin, .bold)   (never send it together with the code)")
        }
        lines.append("Valid for \(handout.lifetime.text) and one device.")
        guard self[HandoutOptions.picture] == nil else { return lines.forEach { console.print($0) } }
        console.print(qrCodeOf: handout.link, with: lines)
    }
}

/// An activation to hand over.
struct Handout {
    struct Report: Encodable {
        let user: String
        /// Nil where no command has decided whether to create the account.
        let created: Bool?
        let activationId: String
        let link: String
        let pin: String?
        /// UTC, by ISO 8601.
        let expiresAt: String
    }

    let report: Report
    let lifetime: ActivationLifetime
    var link: String { report.link }

    /// - Parameter pin: nil for one from standard input, which is known already.
    init(_ issued: IssuedActivation, _ pin: PIN?) {
        report = Report(
            user: issued.account.name, created: issued.isNewAccount, activationId: issued.activationID.description,
            link: issued.link, pin: pin?.text, expiresAt: issued.expiresAt.iso8601)
        lifetime = issued.lifetime
    }

    /// Makes the handout of a recovery.
    init(_ device: ConnectedDevice, for account: Account) {
        report = Report(
            user: account.name, created: nil, activationId: device.activationID.description, link: device.link,
            pin: device.pin.text, expiresAt: device.expiresAt.iso8601)
        lifetime = .standard
    }
}
