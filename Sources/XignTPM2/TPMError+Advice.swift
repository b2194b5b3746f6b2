internal import TPM2

extension TPMError {
    /// The failure and its remedy, for the user or an administrator.
    var advice: String {
        switch cause {
        case .invalidAddress: "\(text)."
        case .absent:
            "There is no TPM, or it does not answer: \(text). Enable it in the computer's firmware settings, or try again."
        case .notPermitted:
            """
            The TPM may not be used: \(text). An administrator adds the user to the group tss \
            (usermod -aG tss USER), which takes effect at the user's next login.
            """
        case .busy: "The TPM is busy. Try again. (\(text))"
        case .ownerAuthorizationRequired:
            """
            The TPM has no storage root key, and making one takes the authorization of its owner. An administrator \
            runs: \(Self.makingStorageRootKey)
            """
        case .storageRootKeyTaken:
            """
            The TPM has a storage root key at 0x81000001 that cannot be used, since it has an authorization value or \
            is of another kind, and using another one takes the authorization of the TPM's owner. If no other program \
            needs that key, an administrator replaces it: tpm2_evictcontrol -C o -P OWNERAUTH -c 0x81000001 && \
            \(Self.makingStorageRootKey)
            """
        case .otherParent where code != 0:
            """
            The keys of this activation are not under the TPM's storage root key, and looking for another one takes \
            the authorization of the TPM's owner. If the owner has got one since the activation, an administrator \
            removes it: tpm2_changeauth -c owner -p OWNERAUTH. Otherwise they belong to another TPM, or the TPM was \
            cleared: start the computer with the TPM that made them. If that is impossible, the keys are lost: give \
            this activation up, and activate again.
            """
        case .otherParent:
            """
            The keys of this activation belong to another TPM, or the TPM was cleared since. Start the computer with \
            the TPM that made them. If that is impossible, the keys are lost: give this activation up, and activate again.
            """
        case .unsupported: text
        case .authorizationRefused, .keyRefused, .failed: "The TPM failed: \(text)"
        }
    }

    private static let makingStorageRootKey = """
        tpm2_createprimary -C o -P OWNERAUTH -g sha256 -G ecc \
        -a 'fixedtpm|fixedparent|sensitivedataorigin|userwithauth|noda|restricted|decrypt' -c srk.ctx && \
        tpm2_evictcontrol -C o -P OWNERAUTH -c srk.ctx 0x81000001
        """
}
