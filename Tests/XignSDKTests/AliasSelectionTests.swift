import Foundation
import Testing
import XignProtocol
import XignSDKTesting

@testable import XignSDK

/// The user reviews the remembered choices and revokes them.
struct AliasSelectionTests {
    @Test("remembered choices of aliases", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(await Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("choices are told in the manager's order, with attributes of later versions too", fetched),
        TestCase("a choice that is forgotten is gone, the others stay, and forgetting again does no harm", forgotten),
        TestCase("a request whose answer got lost can be repeated", lostAnswer),
        TestCase(
            "texts that hide or rearrange what is shown, and choices that cannot be told apart, are no answer",
            unshowable,
            each: [
                [choice(1, "email", service: "Shop\u{202E}knaB")], [choice(1, "email", alias: "")],
                [choice(1, "e\nmail")],
                [choice(1, "email", alias: String(repeating: "x", count: 257))],
                [choice(1, "email"), choice(1, "nickname")],
            ]),
        TestCase("both are for a device with an activation, which proves itself", proven),
        TestCase("each receiver function gets its own outcome", receivers),
        TestCase("without waiting, the outcome is an event", events),
    ]

    let manager: TestManager
    let device: TestDevice

    init() async throws {
        manager = try TestManager()
        manager.state.withLock { $0.remembered = [Self.choice(1, "email"), Self.choice(2, "shoeSize")] }
        device = try await TestDevice.personalized(at: manager)
    }

    private static func choice(
        _ id: UInt8, _ attribute: String, service: String = "Shop", alias: String = "work"
    ) -> AliasChoices.Choice {
        AliasChoices.Choice(
            id: Octets([UInt8](repeating: id, count: 16)), serviceId: "shop", serviceName: service,
            attribute: attribute,
            aliasText: alias)
    }

    private func fetch() async throws -> [AliasSelection] {
        try await device.sdk.authenticator.fetchAliasSelections(idmIdentifier: manager.idm)
    }

    private func forget(_ selection: AliasSelection) async throws {
        try await device.sdk.authenticator.forgetAliasSelection(selection, idmIdentifier: manager.idm)
    }

    func fetched() async throws {
        let selections = try await fetch()
        #expect(selections.map(\.attribute) == ["email", "shoeSize"])
        let first = try #require(selections.first)
        #expect(first.serviceId == "shop" && first.serviceName == "Shop" && first.alias == "work")
        #expect(Set(selections.map(\.id)).count == 2)
    }

    func forgotten() async throws {
        let selections = try await fetch()
        try await forget(selections[0])
        #expect(try await fetch() == [selections[1]])
        try await forget(selections[0])
        // A repeated choice has a new identifier.
        manager.state.withLock { $0.remembered.append(Self.choice(3, "email")) }
        try await forget(selections[0])
        #expect(try await fetch().count == 2)
    }

    func lostAnswer() async throws {
        let selection = try #require(await fetch().first)
        manager.state.withLock { $0.lostAnswers = [.forgetAliasChoice] }
        #expect(await code { try await forget(selection) } == .connectionFailed)
        manager.state.withLock { $0.lostAnswers = [] }
        try await forget(selection)
        #expect(try await fetch().map(\.attribute) == ["shoeSize"])
    }

    func unshowable(_ choices: [AliasChoices.Choice]) async throws {
        manager.state.withLock { $0.remembered = choices }
        #expect(await code { try await fetch() } == .responseInvalid)
    }

    func proven() async throws {
        let stranger = try TestDevice(manager)
        let selection = try #require(await fetch().first)
        let authenticator = stranger.sdk.authenticator
        #expect(
            await code { try await authenticator.fetchAliasSelections(idmIdentifier: manager.idm) } == .notPersonalized)
        #expect(
            await code { try await authenticator.forgetAliasSelection(selection, idmIdentifier: manager.idm) }
                == .notPersonalized)
        manager.state.withLock { $0.enrolled = [] }
        #expect(await code { try await fetch() } == .activationUnknown)
        #expect(await code { try await forget(selection) } == .activationUnknown)
    }

    @MainActor private final class Screen: AuthenticatorEventReceiver {
        var fetched: [AliasSelection]?
        var forgotten = false

        func onFetchAliasSelections(_ result: Result<[AliasSelection], XignSdkError>) -> Bool {
            fetched = try? result.get()
            return true
        }
        func onForgetAliasSelection(_ result: Result<Void, XignSdkError>) -> Bool {
            forgotten = (try? result.get()) != nil
            return true
        }
    }

    @MainActor func receivers() throws {
        let screen = Screen()
        let selection = AliasSelection(Self.choice(1, "email"))
        #expect(AuthenticatorEvent.fetchAliasSelections(.success([selection])).offer(to: screen))
        #expect(AuthenticatorEvent.forgetAliasSelection(.success(())).offer(to: screen))
        #expect(screen.fetched == [selection] && screen.forgotten)
    }

    func events() async throws {
        let authenticator = device.sdk.authenticator
        var events = authenticator.events.makeAsyncIterator()
        let idm = manager.idm
        func begin() { authenticator.fetchAliasSelections(idmIdentifier: idm) }
        begin()
        guard case .fetchAliasSelections(.success(let selections)) = await events.next() else {
            throw UnexpectedAnswer()
        }
        func forget(_ selection: AliasSelection) { authenticator.forgetAliasSelection(selection, idmIdentifier: idm) }
        forget(try #require(selections.first))
        guard case .forgetAliasSelection(.success) = await events.next() else { throw UnexpectedAnswer() }
        #expect(manager.state.withLock { $0.remembered.count } == 1)
    }
}
