#ifndef XIGN_CTSS2_SHIM_H
#define XIGN_CTSS2_SHIM_H

#include <string.h>

#include <tss2/tss2_esys.h>
#include <tss2/tss2_mu.h>
#include <tss2/tss2_rc.h>
#include <tss2/tss2_tctildr.h>

// Templates of keys. In Swift, each member of these nested unions would need its own unsafe access.

// Attributes that all keys have: made by this TPM, bound to it and to their parent; used with an (empty) authorization
// value, whose failures do not count towards the TPM's own lockout.
#define XIGN_TSS2_ATTRIBUTES                                                                                           \
    (TPMA_OBJECT_FIXEDTPM | TPMA_OBJECT_FIXEDPARENT | TPMA_OBJECT_SENSITIVEDATAORIGIN | TPMA_OBJECT_USERWITHAUTH       \
     | TPMA_OBJECT_NODA)

// The storage root key for P-256 (TCG TPM v2.0 Provisioning Guidance, section 7.5.1). `unique` is empty as in the keys
// of systemd, of the kernel's trusted keys and of tpm2_createprimary: each of them makes the same key.
static inline TPM2B_PUBLIC xign_tss2_storage_root_key(void) {
    return (TPM2B_PUBLIC){
        .publicArea = {
            .type = TPM2_ALG_ECC,
            .nameAlg = TPM2_ALG_SHA256,
            .objectAttributes = XIGN_TSS2_ATTRIBUTES | TPMA_OBJECT_RESTRICTED | TPMA_OBJECT_DECRYPT,
            .parameters.eccDetail = {
                .symmetric = {.algorithm = TPM2_ALG_AES, .keyBits.aes = 128, .mode.aes = TPM2_ALG_CFB},
                .scheme.scheme = TPM2_ALG_NULL,
                .curveID = TPM2_ECC_NIST_P256,
                .kdf.scheme = TPM2_ALG_NULL,
            },
        },
    };
}

// An unrestricted signing key: ECDSA with P-256 and SHA-256, which also signs digests made outside of the TPM.
static inline TPM2B_PUBLIC xign_tss2_signing_key(void) {
    return (TPM2B_PUBLIC){
        .publicArea = {
            .type = TPM2_ALG_ECC,
            .nameAlg = TPM2_ALG_SHA256,
            .objectAttributes = XIGN_TSS2_ATTRIBUTES | TPMA_OBJECT_SIGN_ENCRYPT,
            .parameters.eccDetail = {
                .symmetric.algorithm = TPM2_ALG_NULL,
                .scheme = {.scheme = TPM2_ALG_ECDSA, .details.ecdsa.hashAlg = TPM2_ALG_SHA256},
                .curveID = TPM2_ECC_NIST_P256,
                .kdf.scheme = TPM2_ALG_NULL,
            },
        },
    };
}

// A key for HMAC-SHA256.
static inline TPM2B_PUBLIC xign_tss2_hmac_key(void) {
    return (TPM2B_PUBLIC){
        .publicArea = {
            .type = TPM2_ALG_KEYEDHASH,
            .nameAlg = TPM2_ALG_SHA256,
            .objectAttributes = XIGN_TSS2_ATTRIBUTES | TPMA_OBJECT_SIGN_ENCRYPT,
            .parameters.keyedHashDetail.scheme = {
                .scheme = TPM2_ALG_HMAC,
                .details.hmac.hashAlg = TPM2_ALG_SHA256,
            },
        },
    };
}

// The encryption of parameters in a session.
static inline TPMT_SYM_DEF xign_tss2_session_cipher(void) {
    return (TPMT_SYM_DEF){.algorithm = TPM2_ALG_AES, .keyBits.aes = 128, .mode.aes = TPM2_ALG_CFB};
}

// Returns 1 if the key can be the parent of others and agree on the salt of a session.
static inline int xign_tss2_is_storage_key(const TPM2B_PUBLIC *key) {
    const TPMA_OBJECT all = TPMA_OBJECT_FIXEDTPM | TPMA_OBJECT_FIXEDPARENT | TPMA_OBJECT_USERWITHAUTH
        | TPMA_OBJECT_RESTRICTED | TPMA_OBJECT_DECRYPT;
    const TPMT_PUBLIC *area = &key->publicArea;
    return (area->type == TPM2_ALG_ECC || area->type == TPM2_ALG_RSA) && area->nameAlg == TPM2_ALG_SHA256
        && (area->objectAttributes & all) == all && !(area->objectAttributes & TPMA_OBJECT_SIGN_ENCRYPT);
}

// Returns 1 if wrong authorization values for the key do not count towards the TPM's own lockout.
static inline int xign_tss2_is_exempt_from_lockout(const TPM2B_PUBLIC *key) {
    return (key->publicArea.objectAttributes & TPMA_OBJECT_NODA) != 0;
}

// Returns the point of a signing key made by `xign_tss2_signing_key`; NULL if it is another key.
static inline const TPMS_ECC_POINT *xign_tss2_point(const TPM2B_PUBLIC *key) {
    const TPMT_PUBLIC *area = &key->publicArea;
    return area->type == TPM2_ALG_ECC && area->parameters.eccDetail.curveID == TPM2_ECC_NIST_P256
        ? &area->unique.ecc : NULL;
}

// Returns an ECDSA signature's two integers; NULL if it is another signature.
static inline const TPMS_SIGNATURE_ECC *xign_tss2_ecdsa(const TPMT_SIGNATURE *signature) {
    return signature->sigAlg == TPM2_ALG_ECDSA ? &signature->signature.ecdsa : NULL;
}

// Overwrites a message; the compiler may not leave it out.
static inline void xign_tss2_wipe(TPM2B_MAX_BUFFER *message) {
    explicit_bzero(message, sizeof *message);
}

// Returns the first number in a list of curves, algorithms or commands; -1 if the list is empty.
static inline int64_t xign_tss2_first_property(const TPMS_CAPABILITY_DATA *list) {
    switch (list->capability) {
    case TPM2_CAP_ECC_CURVES: return list->data.eccCurves.count ? list->data.eccCurves.eccCurves[0] : -1;
    case TPM2_CAP_ALGS: return list->data.algorithms.count ? list->data.algorithms.algProperties[0].alg : -1;
    case TPM2_CAP_COMMANDS:
        return list->data.command.count ? list->data.command.commandAttributes[0] & TPMA_CC_COMMANDINDEX_MASK : -1;
    default: return -1;
    }
}

#endif
