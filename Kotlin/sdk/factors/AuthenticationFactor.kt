package org.xign.sdk

import org.xign.protocol.Pin

/** A factor that can sign. The subclasses are [DeviceFactor], [PinFactor] and [BiometricFactor]. */
public sealed class AuthenticationFactor(
    /** The type of the factor. */
    public val type: AuthenticatorType,
)

/** The device as a factor. It signs with the device key of the activation for which it is used. */
public class DeviceFactor : AuthenticationFactor(AuthenticatorType.DEVICE)

/**
 * The PIN of an activation, as a factor. Its description shows nothing.
 *
 * The device cannot verify a PIN. Only the manager can, and it counts the attempts (`docs/protocol.md`, section 4).
 *
 * @param pin 5 to 32 digits, of any script; leading zeros are significant, and white space and hyphens are ignored.
 */
public class PinFactor(pin: String) : AuthenticationFactor(AuthenticatorType.PIN) {
    /** The PIN; null if the user entered anything but 5 to 32 digits. */
    internal val pin: Pin? = Pin.readTyped(pin)

    override fun toString(): String = "PinFactor"
}

/**
 * The biometrics enrolled in the device, as a factor.
 *
 * [XignCommon.createBiometricFactor] makes it from the configuration's gate. An app that recognizes the user itself
 * makes it from a gate that has done so.
 *
 * @param gate the configuration's gate, or another one with access to the same keys. It recognizes the user when it
 * signs, or has done so already.
 */
public class BiometricFactor(internal val gate: BiometricGate) : AuthenticationFactor(AuthenticatorType.BIOMETRIC)
