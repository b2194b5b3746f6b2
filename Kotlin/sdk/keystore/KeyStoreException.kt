package org.xign.sdk

/** An error of a key store. No message contains a secret. */
public sealed class KeyStoreException(message: String, cause: Throwable? = null) : Exception(message, cause) {
    /** There are no keys with this label: they were never created, were removed, or the system dropped them. */
    public class KeysMissing(cause: Throwable? = null) : KeyStoreException("there are no such keys", cause)

    /** The device has no lock, although the configuration requires one. */
    public class DeviceLockNotSet : KeyStoreException("the device has no lock")

    /** The device is locked. Try again once it is unlocked. */
    public class DeviceLocked(cause: Throwable? = null) : KeyStoreException("the device is locked", cause)

    /** The store is damaged, or accessible to other users. The text names the file and the remedy. */
    public class Unusable(message: String, cause: Throwable? = null) : KeyStoreException(message, cause)

    /** A file or folder of the store cannot be used as it is. */
    public class Storage(public val problem: StorageProblem) : KeyStoreException(problem.message)
}
