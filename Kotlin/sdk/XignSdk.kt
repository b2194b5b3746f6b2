package org.xign.sdk

/**
 * The authenticator for Xign managers.
 *
 * ```kotlin
 * XignSdk.initialize(XignSdkConfig.Builder(JvmPlatform()).addKeyMaterial(keyMaterial).build())
 * val authenticator = XignSdk.shared.authenticator
 * ```
 *
 * An instance and its components may be used from any thread. An app usually has one instance, [shared]. Tests and
 * tools may create several; each with its own storage location is a separate device.
 */
public class XignSdk internal constructor(private val slot: DeviceSlot) {
    /**
     * Creates an instance that is independent of [shared]. Reads the disk, but not the network.
     *
     * @throws XignSdkInitializationException with the codes `DEVICE_LOCK_NOT_SET`, `DEVICE_LOCKED`,
     * `KEY_REMOVED_BY_SYSTEM` or `STORAGE_UNUSABLE`.
     */
    @Throws(XignSdkInitializationException::class)
    public constructor(configuration: XignSdkConfig) : this(DeviceSlot(Device(configuration)))

    /** The component that parses initialization data and checks the device. */
    public val xignCommon: XignCommon = XignCommon(slot)

    /** The component that makes, changes and ends activations. */
    public val personalizer: Personalizer = Personalizer(slot)

    /** The component that authenticates the user. */
    public val authenticator: Authenticator = Authenticator(slot)

    /** The services in the configuration; empty before the initialization. */
    public val serviceConfigurations: List<ServiceConfiguration> get() = slot.device?.serviceConfigurations.orEmpty()

    /** The trusted managers, with their newest key material; empty before the initialization. */
    public val managers: List<KeyMaterialInformation>
        get() = slot.device?.keyMaterials?.managers.orEmpty().map(::KeyMaterialInformation)

    /** Fills an instance without a device. Returns false if it has one. */
    private fun fill(device: Device): Boolean {
        if (!slot.fill(device)) return false
        // Events from before had no thread to be delivered on.
        xignCommon.queue.deliver()
        personalizer.queue.deliver()
        authenticator.queue.deliver()
        return true
    }

    public companion object {
        /** The version of this SDK (semantic versioning). */
        public const val VERSION: String = "1.0.0-beta.1"

        private var instance = XignSdk(DeviceSlot())

        /**
         * The instance made by [initialize]. Before that call its flows all throw
         * [XignSdkErrorCode.NOT_INITIALIZED]; the first call fills this same instance, so that code which took it, a
         * component or a subscription earlier can go on.
         */
        @JvmStatic
        public val shared: XignSdk get() = synchronized(this) { instance }

        /**
         * Makes [shared]. Call it once, when the app starts. A second call replaces [shared]; the old instance remains
         * usable where it is still referenced.
         *
         * @throws XignSdkInitializationException [shared] is unchanged then.
         */
        @JvmStatic
        @Throws(XignSdkInitializationException::class)
        public fun initialize(configuration: XignSdkConfig) {
            val device = Device(configuration)
            synchronized(this) {
                if (!instance.fill(device)) instance = XignSdk(DeviceSlot(device))
            }
        }
    }
}
