package org.xign.sdk

import java.io.File
import java.time.Instant
import java.util.concurrent.Executor
import org.xign.protocol.ClientInformation
import org.xign.protocol.ReportedSecurity

/**
 * The state that all flows share: activations, keys, trusted managers, and the network.
 *
 * @throws XignSdkInitializationException
 */
internal class Device(configuration: XignSdkConfig) {
    val platform: Platform = configuration.platform
    val keyMaterials: KeyMaterials
    val activations: ActivationRecords
    val keyStore: KeyStore = configuration.keyStore
    val biometricGate: BiometricGate? = configuration.biometricGate
    val deviceLock: DeviceLockRequired = configuration.deviceLock
    val deepLinkSchemes: Map<String, Boolean> = configuration.deepLinkSchemes
    val serviceConfigurations: List<ServiceConfiguration> = configuration.serviceConfigurations
    val showsAdditionalInformation: Boolean = configuration.showsAdditionalInformation
    val log: XignLog = configuration.log
    val eventExecutor: Executor = configuration.eventExecutor
    val now: () -> Instant = configuration.now
    val uptime: () -> Long = configuration.uptime
    val activationPinRounds: Int = configuration.activationPinRounds
    private val transport: Transport = configuration.transport

    init {
        try {
            val home = configuration.storageLocation.absoluteFile
            PrivateFolder(home)
            val lock = HomeLock(home)
            activations = ActivationRecords(File(home, "activations"), lock)
            keyMaterials = KeyMaterials(configuration.keyMaterials, File(home, "key-material"), lock)
            keyStore.prepare(deviceLock)
            removeActivationsWithoutKeys()
        } catch (error: KeyStoreException) {
            val converted = XignSdkInitializationException.of(error)
            log(converted.logLevel) { "initialize: $converted" }
            throw converted
        }
    }

    /**
     * Removes activations whose keys the system has deleted, since they cannot be used.
     *
     * A pending one was never reported to the app, and is removed silently.
     *
     * @throws KeyStoreException `KeysMissing` if an active one was removed. The app learns it once, and can activate
     * again.
     */
    private fun removeActivationsWithoutKeys() {
        // If no keys are missing, nothing changes and no lock is needed.
        for (suspect in activations.all().filterNot(::hasKeys)) {
            val wasActive = activations.change { changes ->
                val record = changes.current(suspect)
                if (record == null || hasKeys(record)) return@change false
                biometricGate?.removeKey(record.label, log)
                changes.remove(record.idmIdentifier)
                record.state == ActivationRecord.State.ACTIVE
            }
            if (wasActive) throw KeyStoreException.KeysMissing()
        }
    }

    private fun hasKeys(record: ActivationRecord): Boolean = try {
        keyStore.devicePublicKey(record.label)
        true
    } catch (_: KeyStoreException.KeysMissing) {
        false
    }

    /** The factors that this device supports. */
    val authenticators: Set<AuthenticatorType>
        get() = keyStore.authenticators + setOfNotNull(biometricGate?.let { AuthenticatorType.BIOMETRIC })

    /** Checks device and app for signs of manipulation. The log, at level `verbose`, names the signs. */
    fun securityCheck(): SecurityCheckResult {
        val signals = platform.securitySignals()
        log(XignLog.Level.VERBOSE) { "security check: $signals" }
        return SecurityCheckResult.judge(signals, now(), platform.name)
    }

    /** Returns the description of this device that is sent when a process begins. */
    fun clientInformation(): ClientInformation {
        val check = securityCheck()
        return ClientInformation(
            XignSdk.VERSION, platform.name, setOf("merge", "offline", "pairing", "transaction"),
            ReportedSecurity(
                check.date.epochSecond, check.checkVersion, check.osVersion, check.isRooted, check.isHooked,
            ),
        )
    }

    /** Returns the connection to a manager. Nothing is sent yet. */
    fun manager(idm: String): ManagerConnection = ManagerConnection(this, idm)

    /** Sends a request outside the sealed channel, whose answer nothing but TLS protects. */
    fun exchange(request: TransportRequest, peer: String): TransportResponse = transport.exchange(request, peer, log)
}
