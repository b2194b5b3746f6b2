import QRCode
import Terminal
import XignProtocol
import XignUseCases

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The options of the commands that hand out an activation.
enum HandoutOptions {
    static let picture = Parameter<String?>.option(
        "qr", "FILE", "Write the QR code as a PNG picture.", completion: .files, parse: { $0 })
    static let pinStdin = Parameter<Bool>.pinStdin
}

extension ParsedArguments {
    /// The activation PIN: from standard input where that was asked for, otherwise drawn.
    func activationPIN(_ console: Console) throws -> PIN {
        guard self[HandoutOptions.pinStdin] else { return Context.generatePIN() }
        guard let pin = PIN(try console.askSecret("Activation PIN:", fromInput: true)) else {
            throw Failure(65, "this cannot be a PIN: every PIN has 5 to 32 digits")
        }
        guard !pin.isCommon else { throw Failure(65, "this PIN is one of the most common ones: choose another") }
        return pin
    }

    /// Prints an activation for the user: QR code or picture, link and PIN.
    /// - Parameter lines: what the command has done, for people.
    func handOut(_ issued: IssuedActivation, _ pin: PIN, _ lines: [Text], _ console: Console) throws {
        let code = try QRCode(issued.link)
        let path = self[HandoutOptions.picture]
        if let path { try write(code, to: path) }
        // A PIN from standard input is known already.
        let shownPIN = self[HandoutOptions.pinStdin] ? nil : String(decoding: pin.digits, as: UTF8.self)
        if self[Parameter<Bool>.json] {
            return try console.print(
                json: IssuedReport(
                    user: issued.account.name, created: issued.isNewAccount,
                    activationId: issued.activationID.description, link: issued.link, pin: shownPIN,
                    expiresAt: issued.expiresAt.seconds))
        }
        for line in lines { console.print(line) }
        if path == nil { console.print(code) }
        console.print("Link:  \(issued.link)")
        if let shownPIN { console.print("PIN:   \(shownPIN, .bold)   (never send it together with the code)") }
        console.print("Valid for 24 hours and one device.")
    }
}

private func write(_ code: QRCode, to path: String) throws {
    do { try Data(code.png()).write(to: URL(filePath: path)) } catch { throw Failure(.output, "cannot write \(path)") }
}

private struct IssuedReport: Encodable {
    let user: String
    let created: Bool
    let activationId: String
    let link: String
    let pin: String?
    let expiresAt: Int64
}
