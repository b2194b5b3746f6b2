import QRCode
import Terminal
import XignProtocol
import XignServer
import XignUseCases

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Command {
    /// `user add NAME`.
    static let userAdd: Command = {
        let name = Parameter<String>.argument("NAME", "The user's name.", parse: { $0 })
        let picture = Parameter<String?>.option(
            "qr", "FILE", "Write the QR code as a PNG picture.", completion: .files, parse: { $0 })
        let pinStdin = Parameter.pinStdin
        let json = Parameter.json
        return Command(
            "add", "Add a user, and issue an activation for a device of theirs.",
            discussion: """
                Prints a link and a QR code for the user's authenticator, valid for 24 hours, and a PIN. Hand them over through different \
                channels: whoever has both has the account. The user chooses a PIN of their own while activating.

                For an existing user, it issues another activation; pending ones become void.
                """,
            [name, picture, pinStdin, json]
        ) { given, console in
            let pin = try activationPIN(given[pinStdin], console)
            try given.withManager { manager in
                let issued = try manager.context.issueActivation(userName: given[name], pin: pin)
                let code = try QRCode(issued.link)
                if let path = given[picture] { try write(code, to: path) }
                let shownPIN = given[pinStdin] ? nil : String(decoding: pin.digits, as: UTF8.self)
                if given[json] {
                    return try console.print(
                        json: IssuedReport(
                            user: issued.account.name, created: issued.isNewAccount,
                            activationId: issued.activationID.description, link: issued.link,
                            pin: shownPIN, expiresAt: issued.expiresAt.seconds))
                }
                console.print(
                    issued.isNewAccount
                        ? "Created the user \(issued.account.name)."
                        : "The user \(issued.account.name) exists: this is another activation.")
                if issued.voidedCount > 0 {
                    console.print("Earlier activations that were not used yet are void: \(issued.voidedCount).")
                }
                if issued.isAdditional {
                    console.print("\(issued.account.name) has a device already: this is one more.")
                }
                if given[picture] == nil { console.print(code) }
                console.print("Link:  \(issued.link)")
                if let shownPIN {
                    console.print("PIN:   \(shownPIN, .bold)   (never send it together with the code)")
                }
                console.print("Valid for 24 hours and one device.")
            }
        }
    }()

    /// `user list`.
    static let userList: Command = {
        let json = Parameter.json
        return Command("list", "List users.", [json]) { given, console in
            try given.withManager { manager in
                let users = try ListUsers(manager.context)()
                if given[json] { return try console.print(json: users) }
                var table = Table(["NAME", "ACTIVE", "DEVICES", "ORGANIZATIONS"])
                for user in users {
                    table.append([
                        "\(user.name)", user.active ? "yes" : "no", "\(user.devices)",
                        "\(user.organizations.joined(separator: ", "))",
                    ])
                }
                console.print(table)
            }
        }
    }()
}

private func activationPIN(_ isRead: Bool, _ console: Console) throws -> PIN {
    guard isRead else { return Context.generatePIN() }
    guard let pin = PIN(try console.askSecret("Activation PIN:", fromInput: true)) else {
        throw Failure(65, "this cannot be a PIN: every PIN has 5 to 32 digits")
    }
    guard !pin.isCommon else { throw Failure(65, "this PIN is one of the most common ones: choose another") }
    return pin
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
