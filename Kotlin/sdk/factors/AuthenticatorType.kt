package org.xign.sdk

import org.xign.protocol.FactorType

/** The type of an authentication factor. */
public enum class AuthenticatorType(internal val factor: FactorType?) {
    /** The device, by a key in its key store. */
    DEVICE(FactorType.DEVICE),

    /** The activation's PIN. */
    PIN(FactorType.PIN),

    /** The biometrics enrolled in the device. */
    BIOMETRIC(FactorType.BIOMETRIC),

    /** A one-time password. Reserved: no manager requests it yet. */
    OTP(null),

    /** A YubiKey. Reserved: no manager requests it yet. */
    YUBIKEY(null),
    ;

    internal companion object {
        fun of(factor: FactorType): AuthenticatorType = values().first { it.factor == factor }
    }
}
