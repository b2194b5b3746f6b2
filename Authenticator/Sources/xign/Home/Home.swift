import Foundation
import Terminal
import XignSDK

/// The home folder of a device: the SDK's storage location, and the managers that the person trusts.
///
/// The SDK creates it for its owner only, and refuses it if other users can access it.
struct Home: Sendable {
    let path: String
    let network: Network

    init(_ path: String, network: Network = Network()) {
        self.path = path
        self.network = network
    }

    /// Returns the device, with all trusted managers.
    /// - Parameter candidate: additional key material to check for conflicts; it is not stored.
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
