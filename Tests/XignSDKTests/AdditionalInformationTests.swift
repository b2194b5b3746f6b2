import Foundation
import Testing
import XignProtocol
import XignSDKTesting

@testable import XignSDK

/// Values and permissions that have names of the manager.
struct AdditionalInformationTests {
    @Test("additional information", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(await Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("is listed with values before permissions, beside the twelve", listed),
        TestCase("an app for the twelve is not shown it, signs none of it, and logs in", appForTheTwelve),
        TestCase("an app for the twelve is told to update where it is required", appIsTooOld),
        TestCase("a permission is left out until the app includes it, whatever alias is chosen", permission),
        TestCase("an optional value that was sent once and is then left out ends no login", leftOutAgain),
        TestCase("what the user chose is what is sent, compared and signed", chosen),
        TestCase("a statement that differs in an addition is not signed", changed, each: bends.indices),
        TestCase("the manager's objection comes back in the same request, and goes with the next answer", objection),
        TestCase("a required value that the manager does not have cannot be signed", missing),
        TestCase("the manager's own pages ask for none", ownPages),
    ]

    private static let permissionName = "Stay logged in"
    let manager: TestManager
    let device: TestDevice

    init() async throws {
        manager = try TestManager()
        manager.state.withLock {
            $0.login.attributes = [
                "nickname": AttributeDescription(isRequired: false, isMissing: false, aliases: []),
                "Groups": .value(
                    isRequired: false, aliases: [.init(id: "g", text: "staff, ops", isPrimary: true)]),
                "Cost centre": .value(
                    isRequired: true,
                    aliases: [
                        .init(id: "c1", text: "4711", isPrimary: true), .init(id: "c2", text: "4712", isPrimary: false),
                    ]),
                Self.permissionName: .permission(.init(id: "p", text: "for 10 hours", isPrimary: true)),
            ]
        }
        device = try await TestDevice.personalized(at: manager, showsAdditions: true)
    }

    private func information(_ name: String, _ request: AuthenticateRequest) throws -> AdditionalInformation {
        try #require(request.info.additional.first { $0.name == name })
    }

    /// Starts a login, and chooses what is required.
    private func started() async throws -> AuthenticateRequest {
        let request = try await device.start()
        let costCentre = try information("Cost centre", request)
        costCentre.setSelection(costCentre.aliases.first { $0.alias == "4712" })
        return request
    }

    private func prepared(_ request: AuthenticateRequest) async throws -> [String: Prepare.Selection] {
        _ = try await device.prepare(request)
        return manager.state.withLock { $0.choices }
    }

    func listed() async throws {
        let info = try await device.start().info
        #expect(info.attributes.map(\.name) == [.nickname])
        #expect(info.additional.map(\.id) == ["Cost centre", "Groups", Self.permissionName])
        #expect(info.additional.map(\.kind) == [.value, .value, .permission])
        #expect(info.additional.map(\.isRequired) == [true, false, false])
        #expect(info.additional.map(\.isIncluded) == [true, false, false])
        #expect(info.additional.map(\.isDataMissing) == [false, false, false])
        #expect(info.additional.map(\.selection?.alias) == [nil, "staff, ops", "for 10 hours"])
    }

    func appForTheTwelve() async throws {
        manager.state.withLock { $0.login.attributes["Cost centre"]?.isRequired = false }
        let device = try await TestDevice.personalized(at: manager)
        let request = try await device.start()
        #expect(request.info.additional.isEmpty)
        let information = try await device.prepare(request)
        #expect(manager.state.withLock { $0.choices }.isEmpty)
        guard case .userLogin = try await device.finish(information, pin: "482915") else { throw UnexpectedAnswer() }
    }

    func appIsTooOld() async throws {
        let device = try await TestDevice.personalized(at: manager)
        #expect(await code { try await device.start() } == .clientTooOld)
    }

    func permission() async throws {
        let request = try await started()
        let permission = try information(Self.permissionName, request)
        #expect(permission.setSelection(permission.aliases.first) != nil)
        #expect(!permission.isIncluded)
        #expect(try await prepared(request)[Self.permissionName] == nil)
        permission.isIncluded = true
        #expect(try await prepared(request)[Self.permissionName] == Prepare.Selection(aliasId: "p"))
    }

    func leftOutAgain() async throws {
        let request = try await started()
        let groups = try information("Groups", request)
        groups.isIncluded = true
        #expect(try await prepared(request)["Groups"] == Prepare.Selection(aliasId: "g"))
        groups.isIncluded = false
        let information = try await device.prepare(request)
        #expect(manager.state.withLock { $0.choices["Groups"] } == nil)
        guard case .userLogin = try await device.finish(information, pin: "482915") else { throw UnexpectedAnswer() }
    }

    func chosen() async throws {
        let request = try await started()
        let groups = try information("Groups", request)
        #expect(groups.setSelection(nil) == nil)
        #expect(groups.setSelection(.init(id: "g", alias: "admins", isPrimary: true)) == nil)
        groups.setSelection(groups.aliases.first)
        #expect(groups.isIncluded)
        let information = try await device.prepare(request)
        let choices = manager.state.withLock { $0.choices }
        #expect(choices == ["Cost centre": .init(aliasId: "c2"), "Groups": .init(aliasId: "g")])
        guard case .userLogin = try await device.finish(information, pin: "482915") else { throw UnexpectedAnswer() }
        // A required value cannot be left out.
        let costCentre = try self.information("Cost centre", request)
        costCentre.isIncluded = false
        #expect(costCentre.isIncluded)
    }

    typealias Bend = @Sendable (inout ConsentStatement) -> Void
    /// The statement has "Cost centre" alone.
    static let bends: [Bend] = [
        { $0.attributes[0].aliasText = "4711" }, { $0.attributes[0].aliasID = "c1" },
        { $0.attributes[0].name = "Groups" }, { $0.attributes[0].name = "groups" },
        { $0.attributes[0].isRequired = false }, { $0.attributes[0].source = .supplied },
        { ($0.attributes[0].aliasID, $0.attributes[0].aliasText) = (nil, nil) }, { $0.attributes = [] },
        {
            $0.attributes.append(
                .init(
                    name: permissionName, isRequired: false, source: .stored, aliasID: "p", aliasText: "for 10 hours",
                    digest: [UInt8](repeating: 0, count: 32)))
        },
    ]

    func changed(_ index: Int) async throws {
        let request = try await started()
        manager.state.withLock { $0.bendStatement = Self.bends[index] }
        #expect(await code { try await device.prepare(request) } == .consentMismatch)
    }

    func objection() async throws {
        let request = try await started()
        let costCentre = try information("Cost centre", request)
        manager.state.withLock { $0.prepareErrors = [["Cost centre": .noAliasSelected]] }
        let result = try await device.sdk.authenticator.prepareAuthenticationUserInformation(request: request)
        guard case .failure(let returned) = result else { throw UnexpectedAnswer() }
        #expect(returned === request)
        #expect(costCentre.error == .noAliasSelected)
        costCentre.setSelection(costCentre.aliases.first { $0.alias == "4711" })
        #expect(try await prepared(request)["Cost centre"] == Prepare.Selection(aliasId: "c1"))
        #expect(costCentre.error == AuthenticationInformationErrorCode.none)
    }

    func missing() async throws {
        manager.state.withLock { $0.login.attributes["Cost centre"] = .value(isRequired: true, aliases: []) }
        let request = try await device.start()
        let costCentre = try information("Cost centre", request)
        #expect(costCentre.isDataMissing)
        #expect(costCentre.selection == nil)
        #expect(await code { try await device.prepare(request) } == .consentMismatch)
    }

    func ownPages() async throws {
        manager.state.withLock {
            let origin = $0.material.url.description
            ($0.login.service.id, $0.login.service.origin) = ("xign.account", origin)
            $0.login.organization.id = "xign.operator"
            $0.login.roles = [.init(id: "xign.person", name: "alice", alternatives: [[.device, .pin]])]
            $0.login.attributes[Self.permissionName] = nil
        }
        #expect(await code { try await device.start() } == .consentMismatch)
        manager.state.withLock { $0.login.attributes = [:] }
        #expect(try await device.start().info.additional.isEmpty)
    }
}
