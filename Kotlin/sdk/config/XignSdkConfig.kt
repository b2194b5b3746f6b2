package org.xign.sdk

import java.io.File
import java.time.Instant
import java.util.Locale
import java.util.concurrent.Executor
import org.xign.protocol.KeyMaterialChain
import org.xign.protocol.STANDARD_ROUNDS

/** The configuration of the SDK, made by its [Builder]. */
public class XignSdkConfig private constructor(
    internal val platform: Platform,
    internal val keyMaterials: List<KeyMaterialChain>,
    internal val serviceConfigurations: List<ServiceConfiguration>,
    internal val log: XignLog,
    builder: Builder,
) {
    /** The Deep-Link schemes that are accepted; true for those by which activations may arrive, too. */
    internal val deepLinkSchemes: Map<String, Boolean> = builder.deepLinkSchemes.toMap()
    internal val deviceLock: DeviceLockRequired = builder.deviceLock
    internal val showsAdditionalInformation: Boolean = builder.isShowingAdditionalInformation
    internal val storageLocation: File = builder.storageLocation ?: platform.storageLocation
    internal val transport: Transport = builder.transport ?: UrlTransport()
    internal val keyStore: KeyStore = builder.keyStore ?: platform.keyStore(storageLocation)
    internal val biometricGate: BiometricGate? = builder.biometricGate ?: platform.biometricGate
    internal val eventExecutor: Executor = builder.eventExecutor ?: platform.eventExecutor
    internal val now: () -> Instant = builder.now
    internal val uptime: () -> Long = builder.uptime ?: platform::uptimeNanoseconds
    internal val activationPinRounds: Int = builder.activationPinRounds

    /**
     * A builder that collects the settings. Use it on one thread, then call [build].
     *
     * @param platform the defaults of the JVM or of Android.
     */
    public class Builder(private val platform: Platform) {
        /** The documents with the least epoch that each may be of. */
        private val keyMaterials = ArrayList<Pair<ByteArray, Long>>()
        private val services = ArrayList<ByteArray>()
        private var logLevel = XignLog.Level.ERROR
        private var logHandler: XignLog.Handler? = null

        internal val deepLinkSchemes = HashMap<String, Boolean>()
        internal var deviceLock = DeviceLockRequired.REQUIRED
        internal var isShowingAdditionalInformation = false
        internal var storageLocation: File? = null
        internal var transport: Transport? = null
        internal var keyStore: KeyStore? = null
        internal var biometricGate: BiometricGate? = null
        internal var eventExecutor: Executor? = null

        /** The clocks, replaced in tests. */
        internal var now: () -> Instant = Instant::now
        internal var uptime: (() -> Long)? = null

        /** The rounds with which activation PINs are stretched, fewer in tests. */
        internal var activationPinRounds = STANDARD_ROUNDS

        /**
         * Adds the key material of a manager that the app trusts.
         *
         * @param data the signed document as the manager issues it, or an array of such documents. If it has expired,
         * the SDK fetches its successors before it uses it.
         * @param minimumEpoch the number of the epoch that the operator published, from 1. [build] refuses an older
         * document: the operator has replaced its online key, which somebody may have stolen. The default takes any
         * epoch, and suits a document that the operator gave you.
         */
        @JvmOverloads
        public fun addKeyMaterial(data: ByteArray, minimumEpoch: Long = 1): Builder = apply {
            keyMaterials += Pair(data.copyOf(), minimumEpoch)
        }

        /**
         * Adds the configuration of a service that the app authenticates against directly: the content of
         * `<service-name>.json`.
         */
        public fun addServiceConfiguration(data: ByteArray): Builder = apply { services += data.copyOf() }

        /** Sets the condition for making keys. The default is `REQUIRED`: only on a device with a lock. */
        public fun setKeyGenerationStrategy(deviceLockRequired: DeviceLockRequired): Builder =
            apply { deviceLock = deviceLockRequired }

        /**
         * Declares that the app shows [AuthenticationPersonalInformation.additional], and lets the user decide about
         * each.
         *
         * Without this call the list is empty. A service's optional values and permissions are left out, and one that
         * requires such a value ends the process with [XignSdkErrorCode.CLIENT_TOO_OLD]: an app that does not show them
         * would sign what its user has not seen.
         */
        public fun showsAdditionalInformation(): Builder = apply { isShowingAdditionalInformation = true }

        /**
         * Accepts Deep-Links of a scheme that the app has registered, such as `myapp` for `myapp://a#...`.
         *
         * @param scheme the scheme without the colon; case is ignored.
         * @param acceptsPersonalization true if activations may arrive by this scheme. Any app can register any scheme,
         * and so intercept the link. Leave it false unless mails cannot contain App-Links.
         */
        @JvmOverloads
        public fun addDeepLinkScheme(scheme: String, acceptsPersonalization: Boolean = false): Builder =
            apply { deepLinkSchemes[scheme.lowercase(Locale.ROOT)] = acceptsPersonalization }

        /** Sets the log level. The default is `ERROR`. */
        public fun setLogLevel(level: XignLog.Level): Builder = apply { logLevel = level }

        /** Sets the receiver of log messages. The default is the platform's. */
        public fun setLogHandler(handler: XignLog.Handler): Builder = apply { logHandler = handler }

        /**
         * Sets the folder of the activations; on the JVM also of their keys.
         *
         * It is created when something is stored first. Only the user may have access to it. The default is the
         * platform's.
         */
        public fun setStorageLocation(folder: File): Builder = apply { storageLocation = folder }

        /** Sets the transport to managers. The default is [UrlTransport]. */
        public fun setTransport(transport: Transport): Builder = apply { this.transport = transport }

        /** Sets the key store. The default is the platform's. */
        public fun setKeyStore(keyStore: KeyStore): Builder = apply { this.keyStore = keyStore }

        /**
         * Sets the gate of the biometric factor, for the activations of all managers. Without one, no biometric factor
         * can be added or used. The default is the platform's; the JVM has none.
         *
         * The SDK removes the gate's keys together with their activations. To sign, it uses the gate of the
         * [BiometricFactor].
         */
        public fun setBiometricGate(gate: BiometricGate): Builder = apply { biometricGate = gate }

        /**
         * Sets the executor that delivers events to their receivers, one after another. The default is the platform's:
         * the main thread on Android, a thread of the SDK on the JVM.
         */
        public fun setEventExecutor(executor: Executor): Builder = apply { eventExecutor = executor }

        /**
         * Checks the settings and makes the configuration. Uses neither disk nor network. Without key material it
         * succeeds, and logs a warning: all flows at a manager throw [XignSdkErrorCode.MANAGER_UNKNOWN] then.
         *
         * @throws XignSdkInitializationException [XignSdkInitializationErrorCodes.KEY_MATERIAL_INVALID] for a document
         * that is malformed, not signed by its own keys, of an older epoch than its minimum, or has the identifier, URL
         * or a key of another manager's document;
         * [XignSdkInitializationErrorCodes.SERVICE_CONFIGURATION_INVALID];
         * [XignSdkInitializationErrorCodes.STORAGE_UNUSABLE] for a user who has no home folder, without a storage
         * location.
         */
        @Throws(XignSdkInitializationException::class)
        public fun build(): XignSdkConfig {
            val chains = ArrayList<KeyMaterialChain>()
            for (chain in distinctKeyMaterials().map { (data, minimum) -> checkedChain(data, minimum) }) {
                val material = chain.current.material
                val other = chains.find { it.conflictsWith(material) }?.current?.material
                if (other != null) {
                    throw keyMaterialInvalid(
                        "Two key materials share an identifier, URL or key: ${other.idm} and ${material.idm}. Add " +
                            "only one of them.",
                    )
                }
                chains += chain
            }
            val configurations = services.map { ServiceConfiguration.read(it) }
            val log = XignLog(logLevel, logHandler ?: platform.logHandler)
            if (chains.isEmpty()) {
                log(XignLog.Level.WARNING) { "the configuration has no key material, so that it trusts no manager" }
            }
            return XignSdkConfig(platform, chains, configurations, log, this)
        }

        /** Returns each document once, with the greatest of its minimum epochs. */
        private fun distinctKeyMaterials(): List<Pair<ByteArray, Long>> =
            keyMaterials.groupBy { hexadecimal(it.first) }.values.map { same ->
                Pair(same.first().first, same.maxOf { it.second })
            }

        private fun checkedChain(data: ByteArray, minimumEpoch: Long): KeyMaterialChain {
            val chain = trustedChain(data)
            val material = chain.current.material
            if (material.epoch < minimumEpoch) {
                throw keyMaterialInvalid(
                    "The key material of ${material.idm} is of epoch ${material.epoch}, and the app demands epoch " +
                        "$minimumEpoch or later: its keys were replaced since. Get the newest one.",
                )
            }
            return chain
        }

        private fun keyMaterialInvalid(message: String) =
            XignSdkInitializationException(XignSdkInitializationErrorCodes.KEY_MATERIAL_INVALID, message)
    }
}
