package org.xign.sdk.android

import android.os.Build
import android.os.Debug
import android.os.Process
import java.io.File
import org.xign.sdk.LinuxFiles
import org.xign.sdk.SecuritySignals
import org.xign.sdk.SecuritySignals.Sign

/** The signs of a manipulated device or app that Android shows to an app, and the versions of the system. */
internal object AndroidSignals {
    fun collect(): SecuritySignals {
        val signs = setOfNotNull(
            Sign.SUPERUSER.takeIf { Process.myUid() == 0 },
            Sign.ROOT_FILES.takeIf { AndroidTraces.rootFiles.any { File(it).exists() } },
            Sign.TEST_BUILD.takeIf { AndroidTraces.isTestBuild(Build.TAGS) },
            Sign.TRACER.takeIf {
                Debug.isDebuggerConnected() || LinuxFiles.isTraced(LinuxFiles.read("/proc/self/status"))
            },
            Sign.HOOKING_LIBRARY.takeIf { AndroidTraces.haveHookingLibrary(LinuxFiles.read("/proc/self/maps")) },
        )
        return SecuritySignals("Android ${Build.VERSION.RELEASE}", Build.VERSION.SECURITY_PATCH.orEmpty(), signs)
    }
}
