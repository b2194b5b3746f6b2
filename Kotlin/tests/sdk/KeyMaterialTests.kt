package org.xign.sdk

import java.io.File
import org.xign.protocol.Checks
import org.xign.protocol.ManagerOrigin
import org.xign.sdk.testing.TestManager
import org.xign.sdk.testing.TestPhone

/** Key material of many epochs, at an app that is started again. */
internal class KeyMaterialTests(private val checks: Checks) {
    private class Scene(private val phone: TestPhone) {
        val manager = TestManager()
        var sdk = XignSdk(phone.configuration(manager).build())

        init {
            phone.activate(manager)
            restart()
        }

        val epoch: Long get() = sdk.managers.single().epoch

        /** The file of the updates. */
        val file: File get() = File(phone.folder, "home/key-material").listFiles().orEmpty().single()

        fun restart() {
            sdk = start()
        }

        fun start() = XignSdk(phone.configuration(manager).build())

        /** Begins a login, which fetches what is new. Returns the code of its error. */
        fun login(app: XignSdk = sdk): String? = try {
            val parsed = app.xignCommon.parseProcessInitializationDataSynchronous(manager.loginLink())
            app.authenticator.startAuthenticationSynchronous((parsed as ProcessInitializationData.Authentication).data)
            null
        } catch (error: XignSdkException) {
            error.errorCode.rawValue
        }
    }

    fun run() {
        checks.begin("sdk key material")
        for (story in listOf(::together, ::oneByOne, ::otherProcess, ::manyEpochs, ::tooLarge)) {
            TestPhone().use { story(Scene(it)) }
        }
    }

    private fun together(scene: Scene) {
        scene.manager.beginEpoch()
        repeat(3) { scene.manager.publish() }
        checks.check("renewals of a new epoch, fetched together", null) { scene.login() }
        scene.restart()
        checks.check("are read again", 2L) { scene.epoch }
        checks.check("and used", null) { scene.login() }
    }

    private fun oneByOne(scene: Scene) {
        scene.manager.beginEpoch()
        repeat(3) {
            checks.check("renewal $it of a new epoch", null) { scene.login() }
            scene.manager.publish()
        }
        scene.restart()
        checks.check("renewals fetched one by one are read again", 2L) { scene.epoch }
        checks.check("and the last is fetched", null) { scene.login() }
    }

    private fun otherProcess(scene: Scene) {
        val other = scene.start()
        scene.manager.beginEpoch()
        checks.check("a process stores an epoch", null) { scene.login(other) }
        scene.manager.publish()
        checks.check("another process goes on from it", null) { scene.login() }
        checks.check("and knows it", 2L) { scene.epoch }
        scene.file.delete()
        scene.manager.publish()
        checks.check("without the file it goes on", null) { scene.login() }
        scene.restart()
        checks.check("and writes it anew", 2L) { scene.epoch }
    }

    private fun manyEpochs(scene: Scene) {
        val stolen = scene.manager.onlineKey
        repeat(100) { scene.manager.beginEpoch() }
        checks.check("a hundred epochs", null) { scene.login() }
        scene.restart()
        checks.check("are read again", 101L) { scene.epoch }
        scene.manager.publish(stolen)
        checks.check("a replaced online key stays replaced", "keyMaterialInvalid") { scene.login() }
    }

    private fun tooLarge(scene: Scene) {
        val name = List(3) { "a".repeat(56) }.joinToString(".")
        val origins = (0 until 8).map { checkNotNull(ManagerOrigin.read("https://$name.$it.example.org")) }
        repeat(300) { scene.manager.beginEpoch(origins) }
        checks.check("key material beyond what can be read again", "storageFailed") { scene.login() }
        checks.check("is not adopted", 1L) { scene.epoch }
        checks.check("nor stored", true) { scene.start().managers.single().epoch == 1L }
    }
}
