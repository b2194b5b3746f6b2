import Foundation
import Testing
import XignProtocol
import XignSDKTesting

@testable import XignSDK

/// Attributes that the manager refuses can be corrected a limited number of times.
struct AttributeCorrectionTests {
    @Test("corrections of attributes", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(await Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "whether a value must be verified, and so cannot be supplied, is known before it is asked for", verification
        ),
        TestCase("every error is corrected by the means by which the attribute was filled in", corrected),
        TestCase("attributes that the manager does not name again have no error", correctedOneByOne),
        TestCase("an optional attribute that is missing can be included, and then its value is asked for", optional),
        TestCase("after too many corrections the process is over for every further step", exhausted),
        TestCase("errors of attributes that were not requested are an invalid answer", nobodysErrors),
    ]

    let manager: TestManager
    let device: TestDevice

    init() async throws {
        manager = try TestManager()
        manager.state.withLock {
            $0.login.attributes = [
                "givenName": AttributeDescription(isRequired: true, isMissing: true, aliases: []),
                "nickname": AttributeDescription(isRequired: false, isMissing: true, aliases: []),
                "phoneNumber": AttributeDescription(
                    isRequired: false, isMissing: true, mustBeVerified: true, aliases: []),
                "email": AttributeDescription(
                    isRequired: true, isMissing: false, mustBeVerified: true,
                    aliases: [
                        .init(id: "a1", text: "work", isPrimary: true), .init(id: "a2", text: "home", isPrimary: false),
                    ]),
            ]
        }
        device = try await TestDevice.personalized(at: manager)
    }

    private func failed(_ request: AuthenticateRequest) async throws {
        let result = try await device.sdk.authenticator.prepareAuthenticationUserInformation(request: request)
        guard case .failure(let returned) = result else { throw UnexpectedAnswer() }
        #expect(returned === request)
    }

    func verification() async throws {
        let info = try await device.start().info
        #expect(info.phoneNumber?.needsVerification == true && info.phoneNumber?.isDataMissing == true)
        #expect(info.email?.needsVerification == true && info.email?.isDataMissing == false)
        #expect(info.givenName?.needsVerification == false)
    }

    func corrected() async throws {
        manager.state.withLock {
            $0.prepareErrors = [
                ["givenName": .dataMissing, "email": .noAliasSelected],
                ["givenName": .invalid, "email": .notAvailable, "phoneNumber": .notAvailable],
            ]
        }
        let request = try await device.start()
        let (givenName, email) = (try #require(request.info.givenName), try #require(request.info.email))
        let phoneNumber = try #require(request.info.phoneNumber)
        try await failed(request)
        #expect(manager.state.withLock { $0.choices } == ["givenName": .init(), "email": .init()])
        #expect(givenName.error == .dataMissing && email.error == .noAliasSelected && phoneNumber.error == .none)

        #expect(givenName.setValue(value: "Alice") == .valid)
        #expect(email.setValue(value: "alice@example.org") == .valid && email.selection == nil)
        #expect(phoneNumber.setValue(value: "+4930123456") == .valid)
        try await failed(request)
        #expect(manager.state.withLock { $0.choices.keys.sorted() } == ["email", "givenName", "phoneNumber"])
        #expect(givenName.error == .invalid && email.error == .notAvailable && phoneNumber.error == .notAvailable)

        #expect(givenName.setValue(value: "Alicia") == .valid)
        email.setSelection(email.aliases.first { $0.isPrimary })
        phoneNumber.isIncluded = false
        let information = try await device.prepare(request)
        #expect(givenName.error == .none && email.error == .none && phoneNumber.error == .none)
        #expect(manager.state.withLock { $0.choices["email"] } == Prepare.Selection(aliasId: "a1"))
        #expect(manager.state.withLock { $0.choices["phoneNumber"] } == nil)
        guard case .userLogin = try await device.finish(information, pin: "482915") else { throw UnexpectedAnswer() }
    }

    func correctedOneByOne() async throws {
        manager.state.withLock {
            $0.prepareErrors = [["givenName": .invalid, "email": .noAliasSelected], ["email": .noAliasSelected]]
        }
        let request = try await device.start()
        try await failed(request)
        try await failed(request)
        #expect(request.info.givenName?.error == AuthenticationInformationErrorCode.none)
        #expect(request.info.email?.error == .noAliasSelected)
    }

    func optional() async throws {
        manager.state.withLock { $0.prepareErrors = [["nickname": .dataMissing]] }
        let request = try await device.start()
        let nickname = try #require(request.info.nickname)
        nickname.isIncluded = true
        try await failed(request)
        #expect(manager.state.withLock { $0.choices["nickname"] } == Prepare.Selection())
        #expect(nickname.error == .dataMissing)
    }

    func exhausted() async throws {
        let request = try await device.start()
        #expect(request.info.givenName?.setValue(value: "Alice") == .valid)
        let email = try #require(request.info.email)
        email.setSelection(email.aliases.first)
        let prepared = try await device.prepare(request)
        let errors: [String: Prepare.AttributeError] = ["givenName": .invalid]
        manager.state.withLock { $0.prepareErrors = [errors, errors, errors] }
        try await failed(request)
        try await failed(request)
        #expect(await code { try await device.prepare(request) } == .tooManyCorrections)
        #expect(await code { try await device.prepare(request) } == .sessionEnded)
        #expect(await code { try await device.finish(prepared, pin: "482915") } == .sessionEnded)
        #expect(
            await code {
                try await device.sdk.authenticator.abortAuthentication(request: request, reason: .cancelled)
            } == .sessionEnded)
    }

    func nobodysErrors() async throws {
        for errors: [String: Prepare.AttributeError] in [[:], ["shoeSize": .invalid]] {
            manager.state.withLock { $0.prepareErrors = [errors] }
            let request = try await device.start()
            #expect(await code { try await device.prepare(request) } == .responseInvalid)
        }
    }
}
