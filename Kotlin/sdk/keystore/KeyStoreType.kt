package org.xign.sdk

import org.xign.protocol.KeyStoreKind

/** The type of a key store. The device reports it when it is activated, and the operator sees it. */
public enum class KeyStoreType(internal val kind: KeyStoreKind) {
    /** Files that only their owner can read, or keys that the platform does not prove to be in hardware. */
    FILE(KeyStoreKind.FILE),

    /** A Trusted Platform Module. */
    TPM(KeyStoreKind.TPM),

    /** Hardware of the device: StrongBox or the trusted execution environment on Android. */
    ENCLAVE(KeyStoreKind.ENCLAVE),
}
