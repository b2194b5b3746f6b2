import Foundation
import Terminal
import XignSDK

/// The folder of one person's device: what the SDK keeps there, and the managers that the person trusts.
///
/// The SDK makes it for its owner alone, and refuses it when it is open to others.
struct Home: Sendable {
    let path: String
    let network: Network

    init(_ path: String, network: Network = Network()) {
        self.path = path
        self.network = network
    }

    /// The device, with every manager that is trusted.
    /// - Parameter candidate: key material that is looked at together with them, and not stored.
    /// - Throws: ``Failure``.
    func sdk(with candidate: Data? = nil) throws -> XignSdk {
        try explaining {
            let builder = try XignSdkConfig.Builder()
                .setStorageLocation(URL(filePath: path, directoryHint: .isDirectory))
                .setTransport(network.transport())
                .setLogLevel(.none)
            for document in try trusted.documents() { builder.addKeyMaterial(document) }
            if let candidate { builder.addKeyMaterial(candidate) }
            return try XignSdk(builder.build())
        }
    }

    var trusted: TrustedManagers { TrustedManagers(folder: path + "/trusted") }
}
