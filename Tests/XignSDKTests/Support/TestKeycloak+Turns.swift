import Foundation
import Testing
import XignProtocol

@testable import XignSDK

/// An answer in place of a step's own, and the error to which it leads.
struct Turn: Sendable, CustomTestStringConvertible {
    let step: TestKeycloak.Step
    let answer: TransportResponse
    let code: XignSdkErrorCode
    let text: String
    var testDescription: String { "\(step): \(text)" }

    init(_ step: TestKeycloak.Step, _ answer: TransportResponse, _ code: XignSdkErrorCode, _ text: String) {
        (self.step, self.answer, self.code, self.text) = (step, answer, code, text)
    }
}

extension TestDevice {
    func begin(_ keycloak: TestKeycloak) async throws -> AuthenticationInitializationDataInApp {
        try await sdk.authenticator.fetchInAppAuthenticationInitializationData(.keycloak(keycloak.configuration()))
    }

    func confirm(_ keycloak: TestKeycloak) async throws -> ServiceLoginResult {
        guard case .serviceLogin(let login) = try await authenticate(try await begin(keycloak)) else {
            throw UnexpectedAnswer()
        }
        return login
    }
}

extension TestKeycloak {
    /// Expects an error with a code and a text, and no request to anything but the Keycloak and the manager.
    func expectRefusal(
        _ code: XignSdkErrorCode, _ text: String, location: SourceLocation = #_sourceLocation,
        _ body: () async throws -> some Any
    ) async {
        do {
            _ = try await body()
            Issue.record("nothing was refused", sourceLocation: location)
        } catch let error as XignSdkError {
            #expect(error.errorCode == code, sourceLocation: location)
            #expect(text.isEmpty || "\(error)".contains(text), "\(error)", sourceLocation: location)
        } catch { Issue.record(error, sourceLocation: location) }
        let origins = [Self.origin, manager.origin.description].map { $0 + "/" }
        for address in requested {
            #expect(origins.contains(where: address.hasPrefix), "\(address)", sourceLocation: location)
            let isRedirectURL = address.prefix { $0 != "?" } == redirectURL
            #expect(!isRedirectURL, sourceLocation: location)
        }
    }
}
