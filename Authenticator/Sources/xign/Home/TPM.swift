import Foundation
import XignSDK

#if os(Linux)
    import XignTPM2
#endif

/// The machine's TPM 2.0. Only Linux has a key store for one.
struct TPM: Sendable {
    /// The address for tpm2-tss: a transport and its configuration, separated by a colon.
    let address: String

    init(address: String = "device:/dev/tpmrm0") { self.address = address }

    /// The reason why no keys can be made in it; nil if they can. Takes some tenths of a second.
    var problem: TPMProblem? {
        #if os(Linux)
            TPMKeyStore.problem(tcti: address).map(TPMProblem.init(description:))
        #else
            TPMProblem(description: "This system has no key store for a TPM.")
        #endif
    }

    /// Makes the key store; nil if this system has none. Does not use the TPM yet.
    func keyStore(in folder: String) -> (any KeyStore)? {
        #if os(Linux)
            TPMKeyStore(folder: URL(filePath: folder, directoryHint: .isDirectory), tcti: address)
        #else
            nil
        #endif
    }
}

/// The reason why a TPM cannot hold keys.
struct TPMProblem: Hashable, Sendable, CustomStringConvertible {
    /// The reason and the remedy, in English sentences.
    let description: String
}
