package org.xign.sdk

/**
 * The signs and versions from which a security check judges. Each [Platform] collects them.
 *
 * @property osVersion the name and version of the operating system.
 * @property patchLevel the state of the security updates as far as the system reports it.
 * @property signs the signs that were found.
 */
public class SecuritySignals(
    public val osVersion: String, public val patchLevel: String, public val signs: Set<Sign>,
) {
    /**
     * A sign that someone other than the user controls the device or the app.
     *
     * @property finding the finding of which this is a sign.
     */
    public enum class Sign(public val finding: SecurityFinding) {
        /** The user of the process is the superuser. */
        SUPERUSER(SecurityFinding.ROOTED),

        /** Programs exist that give superuser's rights to apps, such as `su`. */
        ROOT_FILES(SecurityFinding.ROOTED),

        /** The system was built for tests, so that anybody may change it. */
        TEST_BUILD(SecurityFinding.ROOTED),

        /** A debugger or another tracer is attached to the process. */
        TRACER(SecurityFinding.HOOKED),

        /** A variable of the environment makes the dynamic loader load a library before all others. */
        PRELOAD_VARIABLE(SecurityFinding.HOOKED),

        /** `LD_AUDIT` makes the dynamic loader load a library that sees and redirects every call. */
        AUDIT_VARIABLE(SecurityFinding.HOOKED),

        /** The file `/etc/ld.so.preload` makes the dynamic loader load a library into every process. */
        PRELOAD_FILE(SecurityFinding.HOOKED),

        /** An agent was loaded into the virtual machine, or an option tells it to load one. */
        AGENT(SecurityFinding.HOOKED),

        /** A library is loaded that redirects functions, such as Frida's or Xposed's. */
        HOOKING_LIBRARY(SecurityFinding.HOOKED),
    }

    /** The findings with their signs, and the versions, for the log. No path and no value of a variable. */
    override fun toString(): String {
        val findings = SecurityFinding.values().mapNotNull { finding ->
            val found = Sign.values().filter { it in signs && it.finding == finding }
            if (found.isEmpty()) null else "$finding (${found.joinToString()})"
        }
        return (if (findings.isEmpty()) "no findings" else findings.joinToString()) + "; $osVersion; $patchLevel"
    }
}
