package org.xign.sdk

import org.xign.protocol.FactorPublicKey
import org.xign.protocol.FactorType
import org.xign.protocol.Octets
import org.xign.protocol.Pin
import org.xign.protocol.PinKey
import org.xign.protocol.crypto.Ed25519PrivateKey

// The signatures of an activation's keys, used by personalization and authentication (docs/protocol.md, section 4).

/** Signs a message with the device key of an activation (ES256). */
internal fun Device.deviceSignature(message: ByteArray, activation: ActivationRecord): ByteArray =
    keyStore.deviceSignature(activation.label, message)

/**
 * Derives the signing key of a PIN.
 *
 * The key exists only in memory, as long as the process that needs it. A wrong PIN yields another key.
 */
internal fun Device.pinKey(pin: Pin, activation: ActivationRecord): Ed25519PrivateKey {
    val digits = pin.bytes
    try {
        val bound = keyStore.bind(digits, activation.label)
        return PinKey.derive(bound.secret, bound.salt, activation.idmIdentifier, activation.activationId)
    } finally {
        digits.fill(0)
    }
}

/** Returns the public key of a PIN. */
internal fun factorPublicKey(pinKey: Ed25519PrivateKey): FactorPublicKey =
    FactorPublicKey(FactorType.PIN, Octets(pinKey.publicKey))
