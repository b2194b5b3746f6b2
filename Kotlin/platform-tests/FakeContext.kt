package org.xign.sdk

import android.app.KeyguardManager
import android.content.Context
import android.content.pm.PackageManager
import java.util.concurrent.Executor
import kotlin.concurrent.thread

/** An app on a device with or without a lock. Its main thread is another one for each task. */
internal class FakeContext : Context() {
    var isSecure = true
    var isLocked = false

    override fun getApplicationContext(): Context = this

    override fun getMainExecutor(): Executor = Executor { task -> thread { task.run() } }

    override fun getString(id: Int): String = "Cancel"

    override fun getPackageManager(): PackageManager = object : PackageManager() {
        override fun hasSystemFeature(name: String): Boolean = true
    }

    override fun getSystemService(name: String): Any = object : KeyguardManager() {
        override fun isDeviceSecure(): Boolean = isSecure

        override fun isDeviceLocked(): Boolean = isLocked
    }
}
