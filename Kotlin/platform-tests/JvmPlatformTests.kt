package org.xign.sdk

import java.io.File
import java.util.concurrent.CountDownLatch
import java.util.concurrent.TimeUnit
import org.xign.protocol.Checks
import org.xign.sdk.SecuritySignals.Sign
import org.xign.sdk.jvm.JvmPlatform
import org.xign.sdk.jvm.JvmSignals
import org.xign.sdk.jvm.JvmSystem
import org.xign.sdk.jvm.UserFolders

/** The defaults of the JVM, and the signs that it sees. */
internal class JvmPlatformTests(private val checks: Checks) {
    fun run() {
        checks.begin("platform of the JVM")
        systems()
        folders()
        signs()
        platform()
    }

    private fun systems() {
        val names = listOf(
            "Linux" to "Linux", "Mac OS X" to "macOS", "macOS" to "macOS", "Windows 11" to "Windows",
            "Windows Server 2022" to "Windows",
        )
        for ((name, platform) in names) {
            checks.check("the platform of $name", platform) { JvmSystem.find(name).platform }
        }
        for (name in listOf("FreeBSD", "SunOS", "AIX", "", "linux", "Linux 2")) {
            val error = thrown { JvmSystem.find(name) } as? XignSdkInitializationException
            checks.check("$name is refused", XignSdkInitializationErrorCodes.PLATFORM_UNSUPPORTED) { error?.errorCode }
        }
    }

    private fun folders() {
        fun folder(system: JvmSystem, home: String?, vararg variables: Pair<String, String>): String? =
            runCatching { UserFolders(home, mapOf(*variables)::get).dataFolder(system).path }.getOrNull()
        checks.check("XDG's folder counts", "/x") {
            folder(JvmSystem.LINUX, "/home/a", "XDG_DATA_HOME" to "/x", "HOME" to "/b")
        }
        for (value in listOf("", "x", "./x")) {
            checks.check("a relative folder does not: '$value'", "/home/a/.local/share") {
                folder(JvmSystem.LINUX, "/home/a", "XDG_DATA_HOME" to value)
            }
        }
        checks.check("HOME comes before passwd", "/b/.local/share") { folder(JvmSystem.LINUX, "/a", "HOME" to "/b") }
        checks.check("macOS has its folder", "/a/Library/Application Support") { folder(JvmSystem.MAC_OS, "/a") }
        checks.check("Windows has its variable", "/w") { folder(JvmSystem.WINDOWS, "/a", "LOCALAPPDATA" to "/w") }
        checks.check("a user without a home has no folder", null) { folder(JvmSystem.LINUX, null) }
        checks.check("'?' is no home: Java's word for an unknown user", null) { folder(JvmSystem.LINUX, "?") }
    }

    private fun signs() {
        fun linux(
            status: String = "Uid:\t7\t7\nTracerPid:\t0\n", environment: Map<String, String> = mapOf(),
            first: String = "", preload: String = "",
        ) = JvmSignals.linuxSigns(status, environment, first, preload)
        checks.check("an untouched process has no signs", setOf<Sign>()) { linux() }
        checks.check("root is a sign", setOf(Sign.SUPERUSER)) { linux(status = "Uid:\t0\t0\n") }
        checks.check("a tracer is a sign", setOf(Sign.TRACER)) { linux(status = "TracerPid:\t3\n") }
        checks.check("LD_PRELOAD is a sign", setOf(Sign.PRELOAD_VARIABLE)) {
            linux(environment = mapOf("LD_PRELOAD" to "x"))
        }
        checks.check("also at the start alone", setOf(Sign.PRELOAD_VARIABLE)) { linux(first = "LD_PRELOAD=x\u0000") }
        checks.check("LD_AUDIT is a sign", setOf(Sign.AUDIT_VARIABLE)) { linux(environment = mapOf("LD_AUDIT" to "x")) }
        checks.check("the preload file is a sign", setOf(Sign.PRELOAD_FILE)) { linux(preload = "/x.so") }
        checks.check("macOS has its variable", true) {
            Sign.PRELOAD_VARIABLE in JvmSignals.macOsSigns(mapOf("DYLD_INSERT_LIBRARIES" to "x"))
        }
        val user = File("/proc/self/status").readText()
        checks.check("a new file tells the superuser", LinuxFiles.isSuperuser(user)) {
            ProcessOwner.number == ProcessOwner.ROOT
        }
        val agents = listOf("-agentlib:jdwp=x", "-javaagent:x.jar", "-agentpath:/x", "--patch-module=a=b", "-Xrunjdwp")
        for (option in agents) {
            checks.check("$option is a sign", JvmSignals.nameAgent(listOf("-Xmx1g", option)))
        }
        checks.check(
            "other options are none",
            !JvmSignals.nameAgent(listOf("-Xmx1g", "-Dx=-javaagent:y", "-Xshare:off")),
        )
    }

    private fun platform() {
        val platform = JvmPlatform()
        checks.check("this machine is Linux", "Linux") { platform.name }
        val signals = platform.securitySignals()
        checks.check("the system has a name", signals.osVersion.isNotEmpty())
        checks.check("the kernel has a version", signals.patchLevel.isNotEmpty())
        checks.check("the JVM has no gate", null) { platform.biometricGate }
        val (delivered, threads) = Pair(CountDownLatch(3), mutableSetOf<Thread>())
        repeat(3) {
            platform.eventExecutor.execute {
                threads += Thread.currentThread()
                delivered.countDown()
            }
        }
        checks.check("events are delivered", delivered.await(10, TimeUnit.SECONDS))
        checks.check("on one thread", 1) { threads.size }
        checks.check("which does not keep the process alive", threads.all { it.isDaemon })
    }
}
