package org.xign.sdk

import kotlin.random.Random
import org.xign.protocol.Checks

/** The files in which Linux describes system and process are read as the Swift SDK reads them. */
internal class LinuxFilesTests(private val checks: Checks) {
    fun run() {
        checks.begin("files of Linux")
        names()
        processes()
        environments()
        preloadFiles()
        checks.check("at most 1 MiB of a file is read", 1 shl 20) { LinuxFiles.read("/dev/zero").length }
        checks.check("a file without a size is read", LinuxFiles.read("/proc/self/status").startsWith("Name:"))
        checks.check("no file is an empty text", "") { LinuxFiles.read("/proc/self/nothing") }
        anyBytes()
    }

    private fun names() {
        val names = listOf(
            "ID=debian\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\nNAME=x\n" to "Debian GNU/Linux 12 (bookworm)",
            "PRETTY_NAME='Alpine Linux v3.20'" to "Alpine Linux v3.20", "PRETTY_NAME=Arch\r\n" to "Arch",
            "PRETTY_NAME=\u00c3\u00a9" to "\u00e9", "#PRETTY_NAME=no\nXPRETTY_NAME=no\n" to null,
            "PRETTY_NAME=\"\"\n" to null, "" to null,
        )
        for ((file, name) in names) checks.check("name in $file", name) { LinuxFiles.prettyName(file) }
    }

    private fun processes() {
        val tracers = listOf(
            "Name:\txign\nPid:\t7\nTracerPid:\t42\nUid:\t0\n" to true, "TracerPid:\t0\n" to false,
            "TracerPid:\t10\n" to true, "Name:\tTracerPid:\\n\nTracerPid:\t0\n" to false, "TracerPid:" to false,
            "" to false,
        )
        for ((file, expected) in tracers) checks.check("tracer in $file", expected) { LinuxFiles.isTraced(file) }
        val users = listOf(
            "Uid:\t0\t0\t0\t0\n" to true, "Name:\tx\nUid:\t1000\t0\t0\t0\n" to true, "Uid:\t0\t7\t7\t7" to true,
            "Uid:\t1000\t1000\t0\t0\n" to false, "Uid:\t10\t100\n" to false, "Uid:" to false, "" to false,
        )
        for ((file, expected) in users) checks.check("superuser in $file", expected) { LinuxFiles.isSuperuser(file) }
        val effective = listOf(
            "Name:\tx\nUid:\t1000\t7\t0\t0\n" to 7, "Uid:\t0\t4294967294\t0\t0\n" to -2, "Uid:\t7\n" to null,
            "Uid:\tx\ty\n" to null, "" to null,
        )
        for ((file, expected) in effective) checks.check("user in $file", expected) { LinuxFiles.effectiveUser(file) }
    }

    private fun environments() {
        val variables = listOf(
            "HOME=/root\u0000LD_PRELOAD=/lib/x.so\u0000" to true, "LD_PRELOAD=x" to true,
            "LD_PRELOAD=\u0000A=b\u0000" to false, "XLD_PRELOAD=x\u0000" to false, "A=\nLD_PRELOAD=x\u0000" to false,
            "LD_PRELOAD=\u0000LD_PRELOAD=x\u0000" to true, "LD_PRELOAD\u0000" to false, "" to false,
        )
        for ((file, expected) in variables) {
            checks.check("variable in $file", expected) { LinuxFiles.hasValue("LD_PRELOAD", file) }
        }
    }

    private fun preloadFiles() {
        val files = listOf(
            "/usr/lib/x.so\n" to true, "# none\n\n x.so" to true, ":x.so" to true, "" to false, "\n \t:\r\n" to false,
            "# /usr/lib/x.so\n" to false, "  # a\n#b" to false,
        )
        for ((file, expected) in files) checks.check("library in $file", expected) { LinuxFiles.namesLibrary(file) }
    }

    private fun anyBytes() {
        val random = Random(1)
        val error = thrown {
            repeat(10_000) {
                val file = String(random.nextBytes(random.nextInt(40)), Charsets.ISO_8859_1)
                LinuxFiles.prettyName("PRETTY_NAME=$file")
                LinuxFiles.isTraced("TracerPid:$file")
                LinuxFiles.isSuperuser("Uid:$file")
                LinuxFiles.effectiveUser("Uid:$file")
                LinuxFiles.hasValue("LD_PRELOAD", file)
                LinuxFiles.namesLibrary(file)
            }
        }
        checks.check("any bytes are accepted", null) { error }
    }
}
