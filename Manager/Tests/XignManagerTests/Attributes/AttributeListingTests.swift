import Foundation
import SeedListings
import Synchronization
import Testing
import XignProtocol

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignSDK
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

/// The documentation's listing runs as it is printed, against a real manager.
struct AttributeListingTests {
    @Test("The documentation's listing about attributes", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("asks for missing data again until the value is valid, and logs in", missingData),
        TestCase("offers two aliases, and releases the value that was chosen", twoAliases),
        TestCase("gets a failure returned, lets the person choose again, and logs in", failureCorrected),
        TestCase("ends with an error when the corrections are exhausted", exhausted),
    ]

    let manager: TestManager

    init() throws { manager = try TestManager() }

    func missingData() async throws {
        try manager.ask(for: .required(.givenName))
        let answers = Mutex(["", String(repeating: "a", count: 101), "Ada"])
        let questions = Mutex<[String?]>([])
        let browser = try TestBrowser(manager)
        try await run(
            browser,
            types: { minimum, maximum, error in
                #expect(minimum == 1 && maximum == 100)
                questions.withLock { $0.append(error) }
                return answers.withLock { $0.removeFirst() }
            })
        #expect(
            questions.withLock { $0 } == [
                nil, "The input must not be empty.", "The input can't be longer than 100 characters.",
            ])
        #expect(try manager.releases(try browser.session) == [.givenName: "Ada"])
    }

    func twoAliases() async throws {
        try manager.ask(for: .required(.givenName))
        try manager.store(.givenName, "Augusta Ada", alias: "passport")
        try manager.store(.givenName, "Ada", alias: "everyday")
        let browser = try TestBrowser(manager)
        try await run(browser, chooses: { $0.first { $0.alias == "everyday" }! })  // both aliases are offered
        #expect(try manager.releases(try browser.session) == [.givenName: "Ada"])
    }

    func failureCorrected() async throws {
        try manager.ask(for: .required(.givenName))
        try manager.store(.givenName, "Augusta Ada", alias: "passport")
        try manager.store(.givenName, "Ada", alias: "everyday")
        let gone = try manager.store(.givenName, "Addie", alias: "at home")
        let choices = Mutex(0)
        let browser = try TestBrowser(manager)
        try await run(
            browser,
            chooses: { [manager] aliases in
                let isFirst = choices.withLock { count in
                    count += 1
                    return count == 1
                }
                // While the person chooses, the value is removed elsewhere.
                if isFirst { try! manager.remove(gone) }  // a test that cannot remove it may end here
                return aliases.first { $0.alias == (isFirst ? "at home" : "passport") }!  // all three are offered
            })
        #expect(choices.withLock { $0 } == 2)
        #expect(try manager.releases(try browser.session) == [.givenName: "Augusta Ada"])
    }

    func exhausted() async throws {
        // The listing as it is printed handles the given name alone.
        try manager.ask(for: .required(.givenName), .required(.familyName))
        let browser = try TestBrowser(manager)
        let asked = Mutex(0)
        let error = await #expect(throws: XignSdkError.self) {
            try await run(
                browser,
                types: { _, _, _ in
                    asked.withLock { $0 += 1 }
                    return "Ada"
                })
        }
        #expect(error?.errorCode == .tooManyCorrections)
        #expect(asked.withLock { $0 } == 6)
        #expect(try manager.values(.givenName).isEmpty)
    }

    /// Runs the listing on a thread of its own, as the listing blocks.
    private func run(
        _ browser: TestBrowser,
        chooses: @escaping @Sendable (Set<PersonalInformationAlias>) -> PersonalInformationAlias = { $0.first! },
        types: @escaping @Sendable (Int, Int, String?) -> String = { _, _, _ in "" }
    ) async throws {
        let device = try await TestDevice.activated(manager)
        try XignSdk.initialize(device.configuration)
        guard
            case .authentication(let data) = try await device.sdk.xignCommon.parseProcessInitializationData(
                data: try browser.qrCode, source: .scanned)
        else { throw TestFailure(what: "not a login") }
        let listing = ListingRun(types: types, chooses: chooses, pin: { TestDevice.pin })
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            Thread { continuation.resume(with: Result { try listing.authenticate(data) }) }.start()
        }
    }
}
