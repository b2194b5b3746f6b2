import Foundation
import XignSDK
import XignTPM2

/// The listing of the guide "Key stores".
struct KeyStoreListings {
    // listing
    /// Returns the key store that the app chose when it was first started.
    func keyStore(home: URL, settings: UserDefaults) -> any KeyStore {
        if settings.string(forKey: "keyStore") == nil {
            settings.set(TPMKeyStore.isAvailable() ? "tpm" : "file", forKey: "keyStore")
        }
        let folder = home.appendingPathComponent("keys")
        return settings.string(forKey: "keyStore") == "tpm"
            ? TPMKeyStore(folder: folder) : FileKeyStore(folder: folder)
    }
    // end of listing
}
