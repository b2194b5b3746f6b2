package org.xign.sdk.jvm

import java.lang.management.ManagementFactory
import org.xign.sdk.LinuxFiles
import org.xign.sdk.ProcessOwner
import org.xign.sdk.SecuritySignals
import org.xign.sdk.SecuritySignals.Sign

// Signs that were left out, since they also occur on devices that nobody has manipulated: libraries in the user's own
// folders, deleted or anonymous files that are mapped as code, and LD_LIBRARY_PATH.

/** The signs of a manipulated device or process that the JVM can see, and the versions of the system. */
internal object JvmSignals {
    fun collect(system: JvmSystem): SecuritySignals = when (system) {
        JvmSystem.LINUX -> linux()
        JvmSystem.MAC_OS -> SecuritySignals("macOS $version", version, macOsSigns(System.getenv()) + agents())
        // Plain Java tells neither an administrator nor an injected library there.
        JvmSystem.WINDOWS -> SecuritySignals(System.getProperty("os.name").orEmpty(), version, agents())
    }

    private val version: String get() = System.getProperty("os.version").orEmpty()

    /** Returns the name of the host; null where no file or variable has it. */
    fun hostName(system: JvmSystem): String? {
        val name = when (system) {
            JvmSystem.LINUX -> LinuxFiles.read("/proc/sys/kernel/hostname")
            JvmSystem.MAC_OS -> System.getenv("HOSTNAME").orEmpty()
            JvmSystem.WINDOWS -> System.getenv("COMPUTERNAME").orEmpty()
        }
        return name.trim().ifEmpty { null }
    }

    private fun linux(): SecuritySignals {
        val name = LinuxFiles.prettyName(LinuxFiles.read("/etc/os-release"))
            ?: LinuxFiles.prettyName(LinuxFiles.read("/usr/lib/os-release"))
        val build = LinuxFiles.read("/proc/sys/kernel/version").trim()
        val signs = linuxSigns(
            status = LinuxFiles.read("/proc/self/status"),
            environment = System.getenv(),
            // A preloaded library can remove its variable from the present one. The file belongs to root where the
            // process is protected from others: then it gives no sign.
            firstEnvironment = LinuxFiles.read("/proc/self/environ"),
            preloadFile = LinuxFiles.read("/etc/ld.so.preload"),
        )
        return SecuritySignals(name ?: "Linux $version", "$version $build".trim(), signs + agents())
    }

    /** Returns the signs in files of Linux and in the environment. */
    fun linuxSigns(
        status: String, environment: Map<String, String>, firstEnvironment: String, preloadFile: String,
    ): Set<Sign> {
        fun wasSet(name: String) =
            !environment[name].isNullOrEmpty() || LinuxFiles.hasValue(name, firstEnvironment)
        return setOfNotNull(
            Sign.SUPERUSER.takeIf { LinuxFiles.isSuperuser(status) },
            Sign.TRACER.takeIf { LinuxFiles.isTraced(status) },
            Sign.PRELOAD_VARIABLE.takeIf { wasSet("LD_PRELOAD") },
            Sign.AUDIT_VARIABLE.takeIf { wasSet("LD_AUDIT") },
            Sign.PRELOAD_FILE.takeIf { LinuxFiles.namesLibrary(preloadFile) },
        )
    }

    /** Returns the signs of macOS. The system removes the variable where it protects the program. */
    fun macOsSigns(environment: Map<String, String>): Set<Sign> = setOfNotNull(
        Sign.SUPERUSER.takeIf { ProcessOwner.number == ProcessOwner.ROOT },
        Sign.PRELOAD_VARIABLE.takeIf { !environment["DYLD_INSERT_LIBRARIES"].isNullOrEmpty() },
    )

    private fun agents(): Set<Sign> = try {
        setOfNotNull(Sign.AGENT.takeIf { nameAgent(ManagementFactory.getRuntimeMXBean().inputArguments) })
    } catch (_: LinkageError) {
        // A runtime without the module java.management.
        setOf()
    }

    /**
     * Returns true if the options of the virtual machine load an agent or a debugger, or replace classes of the system.
     * Those of `JAVA_TOOL_OPTIONS` are among them. An agent that is attached later leaves no trace here.
     */
    fun nameAgent(options: List<String>): Boolean = options.any { option -> AGENTS.any { option.startsWith(it) } }

    private val AGENTS = listOf(
        "-agentlib:", "-agentpath:", "-javaagent:", "-Xrun", "-Xdebug", "-Xbootclasspath/p:", "-Xbootclasspath/a:",
        "-Xbootclasspath:", "--patch-module",
    )
}
