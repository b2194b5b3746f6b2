import Foundation
import Terminal
import Testing

@testable import XignSDK
@testable import xign

struct InAppTests {
    @Test("xign in place of a service's app", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("a command line that lacks what it needs is refused, with the option's name", usage),
        TestCase("a service's file that is missing, or is something else, is named", files),
        TestCase("a client id of no file is told with those of the files", unknownClient),
        TestCase("a home without an activation at the service's manager is told so", notActivated),
        TestCase(
            "developers read what the SDK tells developers", refusals,
            each: [
                (XignSdkErrorCode.notAllowed, Int32(77)), (.serviceNotConfigured, 77), (.requestRejected, 65),
                (.keycloakInteractionRequired, 77), (.keycloakRefused, 77), (.keycloakMisconfigured, 77),
            ]),
        TestCase("no refusal sends the developer to a website", words, each: RefusalTests.ofLogins),
    ]

    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    private func service(_ clientId: String) throws -> String {
        try home.file(
            "\(clientId).json", Data(#"{"idmIdentifier":"login.example","clientId":"\#(clientId)","name":"x"}"#.utf8))
    }

    func usage() throws {
        let (one, two) = (try service("one"), try service("two"))
        let keycloak = ["--url", "https://keycloak.example", "--realm", "r", "--client", "c"]
        for (words, missing) in [
            (["direct"], "--service"), (["direct", "--service", one, "--service", two], "CLIENT_ID"),
            (["keycloak"], "--realm"), (["keycloak"] + keycloak, "--redirect-url"),
            (["keycloak"] + keycloak.dropFirst(2) + ["--url", "keycloak.example"], "https://"),
        ] {
            let transcript = Transcript(["inapp"] + words, home: home)
            #expect(transcript.status == 64)
            #expect(transcript.errors.contains(missing))
        }
    }

    func files() throws {
        let missing = Transcript("inapp", "direct", "--service", "/nowhere.json", home: home)
        #expect(missing.status == 66)
        #expect(missing.errors.contains("/nowhere.json"))
        let other = try home.file("other.json", Data("{}".utf8))
        let wrong = Transcript("inapp", "direct", "--service", other, home: home)
        #expect(wrong.status == 65)
        #expect(wrong.errors.contains("other.json") && wrong.errors.contains("service show"))
    }

    func unknownClient() throws {
        let transcript = Transcript("inapp", "direct", "two", "--service", try service("one"), home: home)
        #expect(transcript.status == 65)
        #expect(transcript.errors.contains("of the client two, but of one"))
        #expect(transcript.output.isEmpty)
    }

    func notActivated() throws {
        let transcript = Transcript("inapp", "direct", "--service", try service("one"), home: home)
        #expect(transcript.status == 67)
        #expect(transcript.output.isEmpty)
    }

    func refusals(code: XignSdkErrorCode, status: Int32) {
        let failure = Failure(CommandFailure(XignSdkError(code, "Declare it."), during: .inApp), in: English())
        #expect(failure.exitStatus.rawValue == status)
        #expect(failure.message.rendered(inColour: false).contains("Declare it."))
    }

    func words(code: XignSdkErrorCode) {
        let failure = Failure(CommandFailure(XignSdkError(code, "message"), during: .inApp), in: English())
        #expect(!failure.message.rendered(inColour: false).contains("website"))
    }
}
