import Foundation
import XignSDK

/// The home folder of a device: the SDK's storage location, and the managers that the person trusts.
///
/// The first command that stores something creates it, for its owner only. The SDK refuses it if other users can access
/// it.
struct Home: Sendable {
    let path: String
    let network: Network
    let tpm: TPM

    init(_ path: String, network: Network = Network(), tpm: TPM = TPM()) {
        self.path = path
        self.network = network
        self.tpm = tpm
    }

    /// Returns the device, with all trusted managers.
    /// - Parameters:
    ///   - candidate: additional key material to check for conflicts; it is not stored.
    ///   - keyStore: the store for new keys; nil for the one in use, which is enough where no key is made.
    ///   - services: the configurations of services at which `xign` logs in as their app would.
    /// - Throws: ``CommandFailure``.
    func sdk(
        with candidate: Data? = nil, keyStore type: KeyStoreType? = nil, services: [ServiceFile] = []
    ) throws -> XignSdk {
        try explaining {
            let builder = try XignSdkConfig.Builder()
                .setStorageLocation(URL(filePath: path, directoryHint: .isDirectory))
                .setTransport(network.transport())
                .setLogLevel(.none)
                .showsAdditionalInformation()
            for document in try trusted.documents() { builder.addKeyMaterial(document) }
            for service in services { builder.addServiceConfiguration(service.content) }
            if let candidate { builder.addKeyMaterial(candidate) }
            if let store = try (type ?? keyStore.inUse).flatMap(keyStore.store) { builder.setKeyStore(store) }
            return try XignSdk(builder.build())
        }
    }

    var keyStore: KeyStoreChoice { KeyStoreChoice(home: path, tpm: tpm) }

    var trusted: TrustedManagers { TrustedManagers(folder: path + "/trusted") }
}
