package org.xign.sdk.android

/**
 * Traces of rooted systems and of hooking tools on Android. [AndroidSignals] looks for them.
 *
 * Left out is what also occurs on devices that nobody has manipulated, such as `busybox`, or an unlocked boot loader.
 */
internal object AndroidTraces {
    /** Programs and folders of tools that give an administrator's rights to apps. */
    val rootFiles: List<String> = listOf(
        "/system/bin/su", "/system/xbin/su", "/system/sbin/su", "/system/bin/.ext/su", "/vendor/bin/su", "/sbin/su",
        "/su/bin/su", "/data/local/su", "/data/local/bin/su", "/data/local/xbin/su", "/debug_ramdisk/su",
        "/debug_ramdisk/magisk", "/sbin/magisk", "/sbin/.magisk", "/system/bin/magisk", "/data/adb/magisk",
        "/data/adb/ksud", "/data/adb/apd", "/system/app/Superuser.apk", "/system/app/SuperSU",
    )

    /** Parts of the names of libraries that redirect functions. */
    private val hookingLibraries = listOf(
        "edxp", "frida", "lspd", "lsposed", "riru", "sandhook", "substrate", "xposed", "zygisk",
    )

    /**
     * Returns true if the system was signed with the keys of Android's sources, which everybody has.
     *
     * @param tags the tags of the build, separated by commas.
     */
    fun isTestBuild(tags: String?): Boolean = tags.orEmpty().split(',').any { it.trim() == "test-keys" }

    /**
     * Returns true if a file is mapped into the process that redirects functions.
     *
     * Only the file's own name counts: an app's folder has the app's name.
     *
     * @param maps the file `maps` of proc_pid_maps(5): the path begins at the first slash of a line.
     */
    fun haveHookingLibrary(maps: String): Boolean = maps.splitToSequence('\n').any { line ->
        val name = line.substringAfter('/', "").substringAfterLast('/').lowercase()
        hookingLibraries.any { it in name }
    }
}
