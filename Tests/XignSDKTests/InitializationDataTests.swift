import Foundation
import Testing
import XignProtocol
import XignSDKTesting

@testable import XignSDK

struct InitializationDataTests {
    @Test("initialization data", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("is read from bare text and from the manager's App-Link, with white space around it", forms),
        TestCase("is refused where the App-Link is not the manager's own", foreignLink),
        TestCase(
            "of a login's or a transaction's QR code say how they arrived; without a word they count as opened",
            openedQRCode, each: ["", "https://app.example.org/a#"]),
        TestCase("of a link or an activation may be opened", opened, each: ["", "https://app.example.org/a#"]),
        TestCase("comes by a Deep-Link only where the scheme, and personalization by it, are configured", deepLinks),
        TestCase("of a transaction are neither those of a login nor of an activation", transactions),
        TestCase("names a manager that the app must trust already", unknownManager),
        TestCase(
            "is refused where it is something else", foreign,
            each: ["", "https://example.org", "WIFI:S:x;;", "AAAA", "#"]),
        TestCase("of a damaged link say what has become of it", damaged),
        TestCase("a newer format asks for a newer app", newerFormat),
        TestCase("service configurations are read and handed back; damaged ones are refused", services),
    ]

    let manager: TestManager
    let folder: TemporaryFolder
    let sdk: XignSdk

    init() throws {
        manager = try TestManager()
        folder = try TemporaryFolder()
        let configuration = try XignSdkConfig.Builder().addKeyMaterial(manager.keyMaterial)
            .setStorageLocation(folder.url.appendingPathComponent("home")).setTransport(manager)
            .addDeepLinkScheme("shop").addDeepLinkScheme("mail", acceptsPersonalization: true).setLogLevel(.none)
            .build()
        sdk = try XignSdk(configuration)
    }

    private func parse(
        _ text: String, _ source: ProcessInitializationData.Source = .scanned
    ) async -> XignSdkErrorCode? {
        await code { try await sdk.xignCommon.parseProcessInitializationData(data: text, source: source) }
    }

    private var linkPid: String { manager.pid(.authenticationByLink(manager.session)) }
    private var transactionPid: String { manager.pid(.transactionByQRCode(manager.session)) }
    private var transactionLinkPid: String { manager.pid(.transactionByLink(manager.session)) }

    func forms() async throws {
        for text in [
            manager.loginPid, " \(manager.loginPid)\n", "https://app.example.org/a#\(manager.loginPid)", linkPid,
        ] {
            guard
                case .authentication(let data) = try await sdk.xignCommon.parseProcessInitializationData(
                    data: text, source: .scanned)
            else { throw UnexpectedAnswer() }
            #expect(data.idmIdentifier == "login.example.org")
        }
    }

    func foreignLink() async {
        #expect(await parse("https://evil.example.org/a#\(manager.loginPid)") == .initializationDataInvalid)
        #expect(await parse("https://evil.example.org/a#\(manager.loginPid)", .opened) == .initializationDataInvalid)
    }

    func openedQRCode(form: String) async throws {
        for pid in [manager.loginPid, transactionPid] {
            #expect(try await claim(form + pid, .opened) == .openedQRCode(manager.qrSecret))
            #expect(try await claim(form + pid, nil) == .openedQRCode(manager.qrSecret))
            #expect(try await claim(form + pid, .scanned) == .qrCode(manager.qrSecret))
        }
    }

    /// The claim of the data; with a source of nil, by the variant without one.
    private func claim(_ text: String, _ source: ProcessInitializationData.Source?) async throws -> Start.Claim {
        let common = sdk.xignCommon
        let data =
            if let source {
                try await common.parseProcessInitializationData(data: text, source: source)
            } else {
                try await common.parseProcessInitializationData(data: text)
            }
        switch data {
        case .authentication(let data): return data.claim
        case .transaction(let data): return data.claim
        case .personalization: throw UnexpectedAnswer()
        }
    }

    func opened(form: String) async {
        #expect(await parse(form + linkPid, .opened) == nil)
        #expect(await parse(form + transactionLinkPid, .opened) == nil)
        #expect(await parse(form + manager.activationPid, .opened) == nil)
    }

    func deepLinks() async {
        #expect(await parse("shop://a#\(linkPid)") == nil)
        #expect(await parse("SHOP://a#\(linkPid)") == .initializationDataInvalid)
        #expect(await parse("other://a#\(linkPid)") == .initializationDataInvalid)
        #expect(await parse("shop://a#\(manager.activationPid)") == .initializationDataInvalid)
        #expect(await parse("mail://a#\(manager.activationPid)") == nil)
        #expect(await parse("mail://a#\(manager.loginPid)") == .initializationDataInvalid)
        #expect(await parse("shop://a#\(transactionLinkPid)") == nil)
        #expect(await parse("mail://a#\(transactionPid)") == .initializationDataInvalid)
    }

    func transactions() async throws {
        for pid in [transactionPid, transactionLinkPid] {
            guard
                case .transaction(let data) = try await sdk.xignCommon.parseProcessInitializationData(
                    data: pid, source: .scanned)
            else { throw UnexpectedAnswer() }
            #expect(data.idmIdentifier == "login.example.org")
        }
    }

    func unknownManager() async throws {
        let other = try TestManager("https://other.example.org")
        #expect(await parse(other.loginPid) == .managerUnknown)
    }

    func foreign(_ text: String) async { #expect(await parse(text) == .initializationDataInvalid) }

    func damaged() async {
        let before = "https://app.example.org/a"
        let link = "\(before)#\(linkPid)"
        #expect(await parse("\(before)?utm_source=mail#\(linkPid)", .opened) == nil)
        for count in [1, 2, 3, 5, 8, 11, 20, 40] {
            #expect(await parse(String(link.dropLast(count)), .opened) == .linkIncomplete, "\(count)")
        }
        #expect(await parse(before, .opened) == .linkIncomplete)
        #expect(await parse("\(link.prefix(70))\n\(link.dropFirst(70))", .opened) == .linkWrapped)
        for text in ["\(link).", "<\(link)>"] { #expect(await parse(text, .opened) == .linkExtended) }
        let escaped = "https%3A%2F%2Fapp.example.org%2Fa%23\(linkPid)"
        #expect(await parse("https://redirect.example/?url=\(escaped)", .opened) == .linkEmbedded)
    }

    func newerFormat() async throws {
        var bytes = try #require(Base64URL.decode(manager.loginPid))
        bytes[0] = 2
        #expect(await parse(Base64URL.encode(bytes)) == .clientTooOld)
    }

    func services() throws {
        let json = #"{"v":1,"idmIdentifier":"login.example.org","clientId":"0a6e","name":"Shop","origins":[]}"#
        let configuration = try XignSdkConfig.Builder().addServiceConfiguration(Data(json.utf8))
            .setStorageLocation(folder.url.appendingPathComponent("other")).build()
        #expect(try XignSdk(configuration).serviceConfigurations.map(\.clientId) == ["0a6e"])
        #expect(throws: XignSdkInitializationError.self) {
            try XignSdkConfig.Builder().addServiceConfiguration(Data("{}".utf8)).build()
        }
    }
}
