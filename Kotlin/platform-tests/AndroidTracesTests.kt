package org.xign.sdk

import org.xign.protocol.Checks
import org.xign.sdk.android.AndroidKeyStore
import org.xign.sdk.android.AndroidTraces

/** The traces of rooted systems and hooking tools, in what Android shows. */
internal class AndroidTracesTests(private val checks: Checks) {
    fun run() {
        checks.begin("traces on Android")
        val tags = listOf(
            "test-keys" to true, "release-keys" to false, "dev-keys,test-keys" to true, " test-keys" to true,
            "no-test-keys" to false, "" to false, null to false,
        )
        for ((text, expected) in tags) checks.check("test build of $text", expected) { AndroidTraces.isTestBuild(text) }
        val maps = listOf(
            "7f1-7f2 r-xp 00000000 fd:01 12 /data/local/tmp/re.frida.server/frida-agent-64.so" to true,
            "7f1-7f2 r-xp 00000000 fd:01 12 /memfd:frida-agent-64.so (deleted)" to true,
            "a\n7f1-7f2 r-xp 00000000 fd:01 12 /system/framework/XposedBridge.jar\nb" to true,
            "7f1-7f2 r-xp 00000000 fd:01 12 /system/lib64/libsubstrate.so" to true,
            "7f1-7f2 r-xp 00000000 fd:01 12 /data/app/org.frida.fans-1/base.apk" to false,
            "7f1-7f2 r-xp 00000000 fd:01 12 /system/lib64/libc.so" to false,
            "7f1-7f2 rw-p 00000000 00:00 0 [anon:frida]" to false, "" to false,
        )
        for ((text, expected) in maps) {
            checks.check("library in $text", expected) { AndroidTraces.haveHookingLibrary(text) }
        }
        checks.check("root files are absolute", AndroidTraces.rootFiles.all { it.startsWith("/") })
        checks.check("each once", AndroidTraces.rootFiles.size) { AndroidTraces.rootFiles.toSet().size }
        val chain = listOf(ByteArray(8_000), ByteArray(192), ByteArray(1))
        checks.check("an attestation has 8,192 bytes at most", 8_192) { AndroidKeyStore.attestationBytes(chain).size }
        checks.check("a key's certificate alone can be too long", 0) {
            AndroidKeyStore.attestationBytes(listOf(ByteArray(8_193))).size
        }
    }
}
