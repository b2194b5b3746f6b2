package org.xign.sdk

/** The condition for making keys: a device with a lock (PIN, password, pattern), or any device. */
public enum class DeviceLockRequired {
    /**
     * Initialization fails with [XignSdkInitializationErrorCodes.DEVICE_LOCK_NOT_SET] on a device without a lock. This
     * is the default. The JVM knows no such lock; there it behaves like `IGNORED`.
     */
    REQUIRED,

    /** Keys are made on any device. */
    IGNORED,
}
