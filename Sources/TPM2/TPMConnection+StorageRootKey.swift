internal import CTSS2

/// The handle at which the storage root key is kept, if somebody has provisioned the TPM (TCG TPM v2.0 Provisioning
/// Guidance, table of reserved handles).
private let persistentHandle: TPM2_HANDLE = 0x8100_0001

extension TPMConnection {
    /// The TPM's storage root key, under which all other keys are wrapped.
    public struct StorageRootKey {
        let handle: ESYS_TR
        /// The digest of the key's public area, which identifies the TPM until it is cleared.
        public let name: [UInt8]
        /// True if wrong authorization values for the key do not count towards the TPM's own lockout.
        fileprivate let isExemptFromLockout: Bool
    }

    /// Runs `body` with the storage root key: the persistent one if there is one of a suitable kind, otherwise one that
    /// the TPM derives from the owner hierarchy's seed. The latter is the same each time, until the TPM is cleared.
    ///
    /// A persistent key can have an authorization value, which shows only when the key is used: `body` then runs once
    /// more, with the derived key. Where such an attempt would count towards the TPM's lockout, the derived key comes
    /// first.
    ///
    /// - Parameter name: the name of the key that has wrapped other keys, which may be the derived one although there
    ///   is a persistent one that somebody has made later; nil to wrap new keys.
    /// - Throws: `otherParent` if there is no key of that name; `ownerAuthorizationRequired` if the TPM has no
    ///   persistent key, and cannot derive one without its owner; `storageRootKeyTaken` if its persistent key cannot be
    ///   used either; the errors of `body`.
    public func withStorageRootKey<Result>(
        named name: [UInt8]? = nil, _ body: (StorageRootKey) throws(TPMError) -> Result
    ) throws(TPMError) -> Result {
        let object = try persistentObject()
        let persistent = try object.flatMap { object throws(TPMError) in try storageRootKey(in: object) }
        let isWanted = persistent.map { key in name.map { $0 == key.name } ?? key.isExemptFromLockout } ?? false
        if let persistent, isWanted {
            do throws(TPMError) { return try body(persistent) } catch {
                guard error.cause == .authorizationRefused else { throw error }
            }
        }
        let derived: StorageRootKey
        do throws(TPMError) { derived = try derivedStorageRootKey() } catch {
            guard object != nil, error.cause == .ownerAuthorizationRequired else { throw error }
            guard name == nil || isWanted else { throw error.with(cause: .otherParent) }
            guard let persistent, !isWanted else { throw error.with(cause: .storageRootKeyTaken) }
            // The last resort for new keys, although a refusal counts towards the TPM's lockout.
            do throws(TPMError) { return try body(persistent) } catch {
                throw error.cause == .authorizationRefused ? error.with(cause: .storageRootKeyTaken) : error
            }
        }
        guard name == nil || derived.name == name else {
            throw TPMError(.otherParent, "The storage root key has another name.")
        }
        return try body(derived)
    }

    /// Returns the object at the handle of the storage root key; nil if there is none.
    private func persistentObject() throws(TPMError) -> ESYS_TR? {
        var handle: ESYS_TR = 0
        let code = unsafe Esys_TR_FromTPMPublic(
            context, persistentHandle, noSession, noSession, noSession, &handle)
        if ResponseCode(code).response == .handle { return nil }
        try check(code)
        return handle
    }

    /// Returns the storage root key that a persistent object is; nil for an object of another kind.
    private func storageRootKey(in handle: ESYS_TR) throws(TPMError) -> StorageRootKey? {
        var area: UnsafeMutablePointer<TPM2B_PUBLIC>?
        try check(unsafe Esys_ReadPublic(context, handle, noSession, noSession, noSession, &area, nil, nil))
        defer { unsafe Esys_Free(area) }
        guard unsafe xign_tss2_is_storage_key(area) == 1 else { return nil }
        return StorageRootKey(
            handle: handle, name: try name(of: handle),
            isExemptFromLockout: unsafe xign_tss2_is_exempt_from_lockout(area) == 1)
    }

    private func derivedStorageRootKey() throws(TPMError) -> StorageRootKey {
        var handle: ESYS_TR = 0
        var (template, sensitive) = (xign_tss2_storage_root_key(), TPM2B_SENSITIVE_CREATE())
        var (outside, selection) = (TPM2B_DATA(), TPML_PCR_SELECTION())
        let code = unsafe Esys_CreatePrimary(
            context, ESYS_TR_RH_OWNER, emptyPassword, noSession, noSession, &sensitive, &template, &outside, &selection,
            &handle, nil, nil, nil, nil)
        if ResponseCode(code).refusesAuthorization {
            throw TPMError(code: code).with(cause: .ownerAuthorizationRequired)
        }
        try check(code)
        loaded.append(handle)
        return StorageRootKey(handle: handle, name: try name(of: handle), isExemptFromLockout: true)
    }

    /// Returns a key's name. tpm2-tss computes it from the public area to which it would encrypt a salt, and does not
    /// believe the name that an answer contains. So a device in between cannot tell the right name with a key of its
    /// own.
    private func name(of handle: ESYS_TR) throws(TPMError) -> [UInt8] {
        var name: UnsafeMutablePointer<TPM2B_NAME>?
        try check(unsafe Esys_TR_GetName(context, handle, &name))
        defer { unsafe Esys_Free(name) }
        return try unsafe value(name) { bytes(of: $0.name, count: $0.size) }
    }
}
