package org.xign.sdk

/**
 * A reason why a manager does not accept the state of a device.
 *
 * New cases may be added, so a `when` needs an `else`. Source: `docs/protocol.md`, section 3, "Security check".
 */
public enum class SecurityFinding(private val protocolWord: String) {
    /** The app runs with an administrator's rights, or the device is rooted. */
    ROOTED("rooted"),

    /** Foreign code runs in the app, or a debugger is attached. Remove preloaded libraries and the debugger. */
    HOOKED("hooked"),

    /** The manager received no security check. Update the app. */
    UNCHECKED("unchecked"),

    /** The operating system is older than the manager requires. Ask the user to update it. */
    OUTDATED_SYSTEM("outdatedSystem"),
    ;

    internal companion object {
        /** Returns the finding of a word of the protocol; null for one of a later version. */
        fun of(word: String): SecurityFinding? = values().find { it.protocolWord == word }
    }
}
