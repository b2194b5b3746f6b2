import Foundation
import XignSDK

// The listings of the guide "Getting started".

extension GuideApp {
    // listing
    func configureXign(with keyMaterial: Data) throws {
        let configuration = try XignSdkConfig.Builder()
            .addKeyMaterial(keyMaterial)
            .build()
        try XignSdk.initialize(configuration)
    }
    // end of listing

    // listing
    func trustManager(in downloaded: Data) async throws -> Data? {
        let manager = try KeyMaterialInformation(downloaded)
        screen.show("\(manager.url)\n\(manager.fingerprint)\nEpoch \(manager.epoch)")
        return await screen.confirms("Are these the published words, and the published epoch?") ? downloaded : nil
    }
    // end of listing

    // listing
    func startXign(with configuration: XignSdkConfig) {
        do {
            try XignSdk.initialize(configuration)
        } catch {
            print(error)  // for your log
            switch error.errorCode {
            case .deviceLockNotSet:
                screen.show("Please set a screen lock. Your keys are protected by it.")
            case .deviceLocked:
                screen.show("Please unlock the device.")
            case .keyRemovedBySystem:
                screen.show("Your keys are gone. Please activate the app again.")
            case .keyMaterialInvalid, .serviceConfigurationInvalid:
                screen.show("The app is damaged. Please update it.")
            case .storageUnusable:
                screen.show("The app's storage cannot be used.")
            }
        }
    }
    // end of listing

    // listing
    func configuration(
        _ keyMaterial: Data, home: URL, log: @escaping @Sendable (String) -> Void
    ) throws(XignSdkInitializationError) -> XignSdkConfig {
        try XignSdkConfig.Builder()
            .addKeyMaterial(keyMaterial)
            .setStorageLocation(home)
            .setLogLevel(.debug)
            .setLogHandler { level, message in log("\(level): \(message)") }
            .build()
    }
    // end of listing

    // listing
    func parse(_ text: String) async {
        do {
            let data = try await XignSdk.shared.xignCommon.parseProcessInitializationData(
                data: text, source: .scanned)
            if case .authentication = data { screen.show("A login begins.") }
        } catch {
            screen.show(explanation(of: error))
        }
    }
    // end of listing

    // listing
    nonisolated func parseOnThread(
        _ text: String,
        completion: @escaping @Sendable (Result<ProcessInitializationData, XignSdkError>) -> Void
    ) {
        DispatchQueue.global().async {
            do throws(XignSdkError) {
                let data = try XignSdk.shared.xignCommon.parseProcessInitializationDataSynchronous(
                    data: text, source: .scanned)
                completion(.success(data))
            } catch {
                completion(.failure(error))
            }
        }
    }
    // end of listing
}

// listing
@MainActor
final class ScanScreen: XignCommonEventReceiver {
    func appear() { XignSdk.shared.xignCommon.subscribe(self) }

    func disappear() { XignSdk.shared.xignCommon.unsubscribe(self) }

    func scanned(_ text: String) {
        XignSdk.shared.xignCommon.parseProcessInitializationData(data: text, source: .scanned)
    }

    func onParseProcessInitializationData(
        _ result: Result<ProcessInitializationData, XignSdkError>
    ) -> Bool {
        switch result {
        case .success(.authentication): print("A login begins.")
        case .success(.personalization): print("An activation begins.")
        case .success(.transaction): print("A confirmation begins.")
        case .failure(let error): print(error.errorCode.rawValue)
        }
        return true
    }
}
// end of listing
