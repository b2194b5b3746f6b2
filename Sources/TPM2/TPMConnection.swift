internal import CTSS2
import FoundationEssentials

/// A connection to a TPM, for one operation. ``TPM/connect(_:)`` makes and closes it.
@safe public final class TPMConnection {
    private var transport: OpaquePointer?
    private(set) var context: OpaquePointer?
    /// The keys and sessions in the TPM that end with this connection.
    var loaded: [ESYS_TR] = []

    init(_ address: String) throws(TPMError) {
        try check(unsafe Tss2_TctiLdr_Initialize(address, &transport))
        do throws(TPMError) { try check(unsafe Esys_Initialize(&context, transport, nil)) } catch {
            close()
            throw error
        }
    }

    func close() {
        // The newest first. A failure leaves an object to the resource manager, which removes it with the connection.
        for handle in loaded.reversed() { _ = unsafe Esys_FlushContext(context, handle) }
        loaded = []
        if unsafe context != nil { unsafe Esys_Finalize(&context) }
        if unsafe transport != nil { unsafe Tss2_TctiLdr_Finalize(&transport) }
    }

    // MARK: Keys

    /// Creates a signing key in the TPM: ECDSA with P-256 and SHA-256.
    public func createSigningKey(under parent: StorageRootKey) throws(TPMError) -> WrappedKey {
        try create(xign_tss2_signing_key(), parent)
    }

    /// Creates a key for HMAC-SHA256 in the TPM.
    public func createHMACKey(under parent: StorageRootKey) throws(TPMError) -> WrappedKey {
        try create(xign_tss2_hmac_key(), parent)
    }

    private func create(_ template: TPM2B_PUBLIC, _ parent: StorageRootKey) throws(TPMError) -> WrappedKey {
        var (template, sensitive) = (template, TPM2B_SENSITIVE_CREATE())
        var (outside, selection) = (TPM2B_DATA(), TPML_PCR_SELECTION())
        var privateArea: UnsafeMutablePointer<TPM2B_PRIVATE>?
        var publicArea: UnsafeMutablePointer<TPM2B_PUBLIC>?
        defer {
            unsafe Esys_Free(privateArea)
            unsafe Esys_Free(publicArea)
        }
        try checkUse(
            unsafe Esys_Create(
                context, parent.handle, try session(saltedBy: parent), noSession, noSession, &sensitive, &template,
                &outside, &selection, &privateArea, &publicArea, nil, nil, nil))
        return try WrappedKey(unsafe value(publicArea) { $0 }, unsafe value(privateArea) { $0 })
    }

    /// Signs a digest of SHA-256; returns r || s, 64 bytes.
    ///
    /// It takes no encrypted session: neither the digest nor the signature is secret, and whoever verifies the
    /// signature notices a change of either.
    ///
    /// - Throws: `keyRefused`.
    public func signature(
        of digest: [UInt8], by key: WrappedKey, under parent: StorageRootKey
    ) throws(TPMError) -> [UInt8] {
        let handle = try load(key, parent, session: emptyPassword)
        var input = TPM2B_DIGEST()
        try fill(&input.buffer, &input.size, with: digest)
        // The scheme is the key's own. An unrestricted key needs no ticket that the TPM has made the digest.
        var (scheme, ticket) = (TPMT_SIG_SCHEME(), TPMT_TK_HASHCHECK())
        scheme.scheme = UInt16(TPM2_ALG_NULL)
        ticket.tag = UInt16(TPM2_ST_HASHCHECK)
        ticket.hierarchy = UInt32(TPM2_RH_NULL)
        var signature: UnsafeMutablePointer<TPMT_SIGNATURE>?
        try check(
            unsafe Esys_Sign(
                context, handle, emptyPassword, noSession, noSession, &input, &scheme, &ticket, &signature))
        defer { unsafe Esys_Free(signature) }
        guard let parts = unsafe signature.flatMap({ unsafe xign_tss2_ecdsa($0) }) else {
            throw TPMError(.keyRefused, "The key does not sign by ECDSA.")
        }
        return try unsafe integer(parts.pointee.signatureR) + integer(parts.pointee.signatureS)
    }

    /// Computes the HMAC-SHA256 of a message of at most 1024 bytes. Message and result are encrypted on their way to
    /// and from the TPM.
    ///
    /// - Throws: `keyRefused`.
    public func authenticationCode(
        for message: some ContiguousBytes, by key: WrappedKey, under parent: StorageRootKey
    ) throws(TPMError) -> [UInt8] {
        let session = try session(saltedBy: parent)
        let handle = try load(key, parent, session: session)
        var input = TPM2B_MAX_BUFFER()
        defer { unsafe xign_tss2_wipe(&input) }
        try fill(&input.buffer, &input.size, with: message)
        var output: UnsafeMutablePointer<TPM2B_DIGEST>?
        try check(
            unsafe Esys_HMAC(
                context, handle, session, noSession, noSession, &input, UInt16(TPM2_ALG_SHA256), &output))
        defer { unsafe Esys_Free(output) }
        return try unsafe value(output) { bytes(of: $0.buffer, count: $0.size) }
    }

    private func load(
        _ key: WrappedKey, _ parent: StorageRootKey, session: ESYS_TR
    ) throws(TPMError) -> ESYS_TR {
        var (publicArea, privateArea) = (try key.unmarshalledPublicArea, try key.unmarshalledPrivateArea)
        var handle: ESYS_TR = 0
        let code = unsafe Esys_Load(
            context, parent.handle, session, noSession, noSession, &privateArea, &publicArea, &handle)
        // Another failure must not be taken for damage, or the user would give up an activation whose keys are intact.
        if ResponseCode(code).blamesParameter { throw TPMError(code: code).with(cause: .keyRefused) }
        try checkUse(code)
        loaded.append(handle)
        return handle
    }

    /// Checks the response to a command that uses a storage root key.
    /// - Throws: `authorizationRefused` if the key has an authorization value.
    private func checkUse(_ code: TSS2_RC) throws(TPMError) {
        if ResponseCode(code).refusesAuthorization { throw TPMError(code: code).with(cause: .authorizationRefused) }
        try check(code)
    }

    /// Starts a session that authenticates commands and answers, and encrypts their first parameters.
    ///
    /// The salt is encrypted to the storage root key, whose name the caller has compared. A listener on the bus between
    /// processor and TPM cannot read along, and a device in between cannot answer in the TPM's name.
    private func session(saltedBy parent: StorageRootKey) throws(TPMError) -> ESYS_TR {
        var session: ESYS_TR = 0
        var cipher = xign_tss2_session_cipher()
        try check(
            unsafe Esys_StartAuthSession(
                context, parent.handle, noSession, noSession, noSession, noSession, nil, UInt8(TPM2_SE_HMAC), &cipher,
                UInt16(TPM2_ALG_SHA256), &session))
        loaded.append(session)
        let attributes = TPMA_SESSION(TPMA_SESSION_CONTINUESESSION | TPMA_SESSION_DECRYPT | TPMA_SESSION_ENCRYPT)
        try check(unsafe Esys_TRSess_SetAttributes(context, session, attributes, 0xFF))
        return session
    }

    // MARK: Capabilities

    /// Checks that the TPM has the algorithms and commands of this module.
    ///
    /// - Throws: `unsupported`.
    public func checkCapabilities() throws(TPMError) {
        let needed: [(capability: Int, property: Int, name: String)] = [
            (Int(TPM2_CAP_ECC_CURVES), Int(TPM2_ECC_NIST_P256), "P-256"),
            (Int(TPM2_CAP_ALGS), Int(TPM2_ALG_ECDSA), "ECDSA"),
            (Int(TPM2_CAP_ALGS), Int(TPM2_ALG_HMAC), "HMAC"),
            (Int(TPM2_CAP_ALGS), Int(TPM2_ALG_SHA256), "SHA-256"),
            (Int(TPM2_CAP_COMMANDS), Int(TPM2_CC_HMAC), "the command TPM2_HMAC"),
        ]
        for (capability, property, name) in needed where try firstProperty(capability, from: property) != property {
            throw TPMError(.unsupported, "The TPM does not support \(name).")
        }
    }

    /// Returns the first number that the TPM has in a list, beginning with the given one.
    private func firstProperty(_ capability: Int, from first: Int) throws(TPMError) -> Int? {
        var more: TPMI_YES_NO = 0
        var data: UnsafeMutablePointer<TPMS_CAPABILITY_DATA>?
        try check(
            unsafe Esys_GetCapability(
                context, noSession, noSession, noSession, UInt32(capability), UInt32(first), 1, &more, &data))
        defer { unsafe Esys_Free(data) }
        let property = unsafe xign_tss2_first_property(data)
        return property < 0 ? nil : Int(property)
    }

    // MARK: Values

    func check(_ code: TSS2_RC) throws(TPMError) {
        guard code == TSS2_RC_SUCCESS else { throw TPMError(code: code) }
    }

    /// Reads from a structure that tpm2-tss has allocated.
    func value<Structure, Value>(
        _ pointer: UnsafeMutablePointer<Structure>?, _ read: (Structure) -> Value
    ) throws(TPMError) -> Value {
        guard let pointer = unsafe pointer else { throw TPMError(.failed, "tpm2-tss returned no value.") }
        return unsafe read(pointer.pointee)
    }

    /// Copies bytes into a structure of a length and an array.
    private func fill<Buffer>(
        _ buffer: inout Buffer, _ size: inout UInt16, with bytes: some ContiguousBytes
    ) throws(TPMError) {
        let isFilled = unsafe withUnsafeMutableBytes(of: &buffer) { target in
            unsafe bytes.withUnsafeBytes { source in
                guard source.count <= target.count else { return false }
                unsafe target.copyMemory(from: source)
                size = UInt16(source.count)
                return true
            }
        }
        guard isFilled else { throw TPMError(.failed, "The message is too long for one command.") }
    }
}

let noSession = ESYS_TR(ESYS_TR_NONE)
let emptyPassword = ESYS_TR(ESYS_TR_PASSWORD)
