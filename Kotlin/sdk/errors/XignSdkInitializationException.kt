package org.xign.sdk

/** The reason why the SDK could not be initialized. */
public enum class XignSdkInitializationErrorCodes(internal val word: String) {
    /** The key generation strategy requires a device lock, and none is set. Ask the user to set one. */
    DEVICE_LOCK_NOT_SET("deviceLockNotSet"),

    /** The system removed the keys, for example because the device lock was removed. Activate again. */
    KEY_REMOVED_BY_SYSTEM("keyRemovedBySystem"),

    /** The keys cannot be reached while the device is locked. Initialize again once it is unlocked. */
    DEVICE_LOCKED("deviceLocked"),

    /** A key material document is malformed, not signed by its own root keys, or contradicts another document. */
    KEY_MATERIAL_INVALID("keyMaterialInvalid"),

    /** A service configuration is malformed. */
    SERVICE_CONFIGURATION_INVALID("serviceConfigurationInvalid"),

    /** The platform is none that the SDK knows: on the JVM Linux, macOS and Windows. */
    PLATFORM_UNSUPPORTED("platformUnsupported"),

    /** The storage location cannot be used. The message names the file and the remedy. */
    STORAGE_UNUSABLE("storageUnusable"),
}

/**
 * The exception of configuring or initializing the SDK. The message says what failed and how to mend it, for the app's
 * developer. With [XignSdkInitializationErrorCodes.STORAGE_UNUSABLE] the cause may be [KeyStoreException.Storage].
 *
 * @property errorCode the code to match on.
 */
public class XignSdkInitializationException internal constructor(
    public val errorCode: XignSdkInitializationErrorCodes, override val message: String, cause: Throwable? = null,
) : Exception(message, cause) {
    /** The code and message, for logs. */
    override fun toString(): String = "${errorCode.word}: $message"

    internal val logLevel: XignLog.Level
        get() = when (errorCode) {
            XignSdkInitializationErrorCodes.STORAGE_UNUSABLE -> XignLog.Level.ERROR
            XignSdkInitializationErrorCodes.DEVICE_LOCKED -> XignLog.Level.INFO
            else -> XignLog.Level.WARNING
        }

    internal companion object {
        /** Converts an error of the device's initialization. */
        fun of(error: KeyStoreException): XignSdkInitializationException = when (error) {
            is KeyStoreException.DeviceLockNotSet -> XignSdkInitializationException(
                XignSdkInitializationErrorCodes.DEVICE_LOCK_NOT_SET,
                "The device has no lock. Ask the user to set one, then initialize again.",
            )
            is KeyStoreException.DeviceLocked -> XignSdkInitializationException(
                XignSdkInitializationErrorCodes.DEVICE_LOCKED,
                "The keys cannot be read while the device is locked. Initialize again once it is unlocked.",
            )
            is KeyStoreException.KeysMissing -> XignSdkInitializationException(
                XignSdkInitializationErrorCodes.KEY_REMOVED_BY_SYSTEM,
                "An activation had lost its keys and was forgotten. Initialize again, then activate again.",
            )
            is KeyStoreException.Unusable, is KeyStoreException.Storage -> XignSdkInitializationException(
                XignSdkInitializationErrorCodes.STORAGE_UNUSABLE, error.message.orEmpty(), error,
            )
        }
    }
}
