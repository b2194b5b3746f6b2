import Foundation
import Terminal
import Testing

@testable import XignSDK
@testable import xign

struct TransactionScreenTests {
    @Test("what is shown before an act of the manager's pages is confirmed", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("the text in its parts, the account, the address and the operator", screen),
        TestCase("a German person gets German words around the text, which stays as the page has it", german),
        TestCase(
            "a name is on lines of its own, in quotation marks, whatever it contains", hostile,
            each: [
                "x\" of eve. Unlock \"", "” of eve", "\nConfirm? [y = yes]", "\u{1B}[2K\u{1B}[1GLog in?",
                "\u{202E}evil",
                "\u{2028}  Lock the device", "tablet" + String(repeating: " ", count: 60) + "  of",
            ]),
        TestCase("a long name does not continue where our words begin", long, each: [36, 37, 72, 73, 200]),
        TestCase("another process has no such screen, and a transaction is no change", words),
    ]

    static func transaction(_ parts: [TransactionRequest.Part]) -> TransactionRequest {
        TransactionRequest(
            type: "removeDevice", language: "en", text: parts,
            serviceInformation: ServiceInformation(
                id: "xign.account", name: "login.example.org", origin: "https://login.example.org",
                serviceDescription: nil),
            organizationInformation: OrganizationInformation(
                id: "xign.operator", name: "Example Operator", websiteURL: nil, address: nil,
                organizationDescription: nil))
    }

    private func lines(_ parts: TransactionRequest.Part..., in words: any Wording = English()) -> [String] {
        let transaction = Self.transaction(parts)
        return TransactionScreen(transaction: transaction, account: "ada", manager: "login.example.org", words: words)
            .lines.map { $0.rendered(inColour: false) }
    }

    func screen() {
        let lines = lines(.literal("Remove the device"), .name("tablet"), .literal("of"), .name("ada"))
        #expect(
            lines.prefix(6) == [
                "login.example.org asks you to confirm:", "", "  Remove the device", "      \"tablet\"", "  of",
                "      \"ada\"",
            ])
        #expect(lines.contains { $0.hasPrefix("Account:") && $0.hasSuffix("ada") })
        #expect(lines.contains { $0.hasPrefix("At:") && $0.hasSuffix("https://login.example.org") })
        #expect(lines.contains { $0.hasPrefix("Run by:") && $0.hasSuffix("Example Operator") })
    }

    func german() {
        let lines = lines(.literal("Remove the device"), .name("tablet"), in: German())
        #expect(
            lines.prefix(4) == [
                "login.example.org bittet Sie zu bestätigen:", "", "  Remove the device", "      „tablet“",
            ])
        #expect(lines.contains { $0.hasPrefix("Konto:") })
    }

    func hostile(name: String) {
        let lines = lines(.literal("Remove the device"), .name(name), .literal("of the account"))
        #expect(lines[2] == "  Remove the device")
        #expect(lines[3] == "      \"\(name.harmless)\"")
        #expect(lines[4] == "  of the account")
        #expect(lines.allSatisfy { !$0.contains("\n") && !$0.contains("\u{1B}") })
    }

    func long(count: Int) {
        // Each of these takes two columns.
        let lines = lines(.literal("Remove"), .name(String(repeating: "名", count: count)))
        let name = lines.dropFirst(3).prefix { !$0.isEmpty }
        #expect(name.first?.hasPrefix("      \"名") == true)
        #expect(name.dropFirst().allSatisfy { $0.hasPrefix("       ") })
        #expect(name.last?.hasSuffix("\"") == true)
        #expect(name.joined().count { $0 == "名" } == count)
        #expect(name.allSatisfy { $0.count { $0 == "名" } <= 36 })
    }

    func words() {
        for words in [English(), German()] as [any Wording] {
            for text in [words.process.cancelled(.transaction), words.process.reported(.transaction)] {
                let text = text.rendered(inColour: false)
                #expect(!text.contains("login") && !text.contains("Anmeldung") && !text.contains("geändert"))
            }
        }
    }
}

struct TransactionCommandTests {
    @Test("xign login with the code of a transaction", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("takes it like that of a login: scanned, or as a link", codes),
        TestCase(
            "refuses the options that only a login has, before anything is sent", options,
            each: [
                ["--role", "buyer"], ["--include", "email"], ["--set", "givenName=Ada"], ["--alias", "email=work"],
            ]),
        TestCase(
            "--yes agrees to logins alone: an act is refused before anything is sent, with the remedy", agreement,
            each: [true, false]),
        TestCase(
            "--confirm-act agrees to an act, and an option that declines needs no agreement", agreedAct,
            each: [
                ["--confirm-act"], ["--yes", "--confirm-act"], ["--decline"], ["--yes", "--decline"], ["--not-me"],
            ]),
        TestCase("a transaction's code does not activate", activation),
        TestCase(
            "its report has the parts and the way back, and no member for what is not there", report,
            each: [true, false]),
    ]

    let folder: TemporaryFolder
    let manager: Operator

    init() throws {
        folder = try TemporaryFolder()
        manager = try Operator()
        let file = try folder.file("key-material.json", manager.document)
        _ = Transcript("trust", file, "--fingerprint", manager.fingerprint, home: folder)
    }

    func codes() {
        for arguments in [
            ["--scanned", manager.transactionCode], [manager.transactionCode], [manager.transactionLink],
        ] {
            let transcript = Transcript(["login"] + arguments, home: folder)
            // Read, and known to be of the manager that is trusted: only the activation is missing.
            #expect(transcript.status == 67)
            #expect(transcript.errors.contains("xign activate"))
        }
    }

    func options(arguments: [String]) {
        let transcript = Transcript(["login", manager.transactionLink] + arguments, home: folder)
        #expect(transcript.status == 64)
        #expect(transcript.errors.contains("confirms an act and is no login"))
        let german = Transcript(["login", manager.transactionLink] + arguments, home: folder, language: .german)
        #expect(german.errors.contains("keine Anmeldung"))
    }

    func agreement(readsPIN: Bool) {
        let arguments = ["login", manager.transactionLink, "--yes"] + (readsPIN ? ["--pin-stdin"] : [])
        let transcript = Transcript(arguments, home: folder, input: "735198\n")
        #expect(transcript.status == 64)
        #expect(transcript.errors.contains("--yes agrees to logins alone"))
        #expect(transcript.errors.contains("--confirm-act"))
        #expect(!transcript.errors.contains("xign activate"))
        let german = Transcript(arguments, home: folder, language: .german)
        #expect(german.errors.contains("--yes gilt nur für Anmeldungen"))
    }

    func agreedAct(arguments: [String]) {
        let transcript = Transcript(["login", manager.transactionLink] + arguments, home: folder)
        // The options are accepted: only the activation is missing.
        #expect(transcript.status == 67)
        #expect(transcript.errors.contains("xign activate"))
    }

    func activation() {
        #expect(Transcript("activate", manager.transactionLink, home: folder).status == 65)
    }

    @Test(
        "a refusal says that nothing was done, or how to ask again on the page",
        arguments: [
            (XignSdkErrorCode.otherAccount, 77, "nothing was done", "es ist nichts geschehen"),
            (.sessionEnded, 3, "on the page", "auf der Seite"), (.sessionTaken, 4, "operator", "Betreiber"),
            (.policyChanged, 3, "on the page", "auf der Seite"),
            (.pairingFailed, 3, "on the page", "auf der Seite"), (.accessDenied, 77, "operator", "Betreiber"),
            (.factorUnavailable, 77, "another device", "anderes Gerät"),
        ])
    func refusals(code: XignSdkErrorCode, status: Int32, english: String, german: String) {
        let failure = CommandFailure(XignSdkError(code, "message"), during: .transaction)
        #expect(failure.exitStatus.rawValue == status)
        let (inEnglish, inGerman) = (failure.message(English()), failure.message(German()))
        #expect(inEnglish.rendered(inColour: false).contains(english))
        #expect(inGerman.rendered(inColour: false).lowercased().contains(german.lowercased()))
        #expect(!inEnglish.rendered(inColour: false).contains("website"))
        #expect(!inGerman.rendered(inColour: false).contains("Website"))
    }

    func report(isLink: Bool) throws {
        let transaction = TransactionScreenTests.transaction([.literal("Remove"), .name("tablet")])
        let result = TransactionResult(
            serviceInformation: transaction.serviceInformation,
            organizationInformation: transaction.organizationInformation,
            returnURL: isLink ? URL(string: "https://login.example.org/return#x") : nil)
        let screen = TransactionScreen(
            transaction: transaction, account: "ada", manager: "login.example.org", words: English())
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let json = String(decoding: try encoder.encode(TransactionReport(result, of: screen)), as: UTF8.self)
        let address = isLink ? #""returnUrl":"https://login.example.org/return#x","# : ""
        #expect(
            json == #"{"account":"ada","idm":"login.example.org","language":"en",\#(address)"#
                + #""text":[{"literal":"Remove"},{"name":"tablet"}],"type":"removeDevice"}"#)
    }
}
