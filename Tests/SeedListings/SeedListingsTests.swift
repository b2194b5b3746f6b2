import Testing
import XignSDK

@Suite("the documentation's listings")
struct SeedListingsTests {
    @Test("compile as they are printed, and an app that was not initialized is told so")
    func addFactor() throws {
        do {
            try AddFactorListings().startAddFactor(idmIdentifier: "login.example.org", authenticatorType: .pin)
            Issue.record("an SDK that was not initialized began a process")
        } catch let error as XignSdkError {
            #expect(error.errorCode == .notInitialized)
        }
    }

    @Test("stop where the app's own check says that the device lacks the factor")
    func unsupportedFactor() {
        #expect(throws: YourError.self) { try AddFactorListings().startAddFactor(idmIdentifier: "login.example.org") }
    }
}
