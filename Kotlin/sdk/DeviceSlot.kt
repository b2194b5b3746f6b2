package org.xign.sdk

import java.util.concurrent.atomic.AtomicReference

/**
 * The place of the device that an instance of the SDK and its components work on. It is empty until the SDK is
 * initialized, and never changes afterwards.
 */
internal class DeviceSlot(device: Device? = null) {
    private val content = AtomicReference(device)

    val device: Device? get() = content.get()

    /** @throws XignSdkException `notInitialized` while the slot is empty. */
    fun get(): Device = device ?: throw XignSdkException(
        XignSdkErrorCode.NOT_INITIALIZED, "Call XignSdk.initialize when the app starts.",
    )

    /** Puts a device into an empty slot. Returns false if the slot has one already. */
    fun fill(device: Device): Boolean = content.compareAndSet(null, device)
}

/**
 * Returns what a function makes of the stored activations, without null.
 *
 * @throws XignSdkException
 */
internal fun <T : Any> DeviceSlot.stored(view: (Device, ActivationRecord) -> T?): List<T> {
    val device = get()
    try {
        return device.activations.all().mapNotNull { view(device, it) }
    } catch (error: Exception) {
        if (error is InterruptedException) Thread.currentThread().interrupt()
        throw error.asSdkException(device.now())
    }
}
