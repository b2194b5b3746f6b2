package org.xign.sdk

/**
 * The component for functions that all processes share: parsing initialization data, creating the biometric factor,
 * and checking the device.
 *
 * Every flow has two variants: blocking (`...Synchronous`; do not call it on the main thread), which interrupting the
 * thread ends; and one that returns at once and delivers the outcome as an event, see [subscribe]. All may be called
 * from any thread.
 */
public class XignCommon internal constructor(private val slot: DeviceSlot) {
    internal val queue = EventQueue<XignCommonEventReceiver>(slot)

    private fun <T> flow(name: String, steps: (Device) -> T) = Flow(name, slot, steps)

    private fun parse(data: String, source: ProcessInitializationData.Source) =
        flow("parseProcessInitializationData") { it.parse(data, source) }

    /**
     * Parses the content of a QR code, or the link that opened the app. Needs no network.
     *
     * @param data base64url text, an App-Link or a Deep-Link.
     * @param source `SCANNED` only if the app's own scanner read [data]; never for a link that opened the app.
     * @throws XignSdkException codes `initializationDataInvalid`, `managerUnknown`, `clientTooOld`; of a link that was
     * changed on its way `linkIncomplete`, `linkWrapped`, `linkExtended`, `linkEmbedded`.
     */
    @JvmOverloads
    @Throws(XignSdkException::class)
    public fun parseProcessInitializationDataSynchronous(
        data: String, source: ProcessInitializationData.Source = ProcessInitializationData.Source.OPENED,
    ): ProcessInitializationData = parse(data, source).result()

    /** Parses the content of a QR code, or the link that opened the app; the outcome is an event. */
    @JvmOverloads
    public fun parseProcessInitializationData(
        data: String, source: ProcessInitializationData.Source = ProcessInitializationData.Source.OPENED,
    ): Unit = parse(data, source).report(queue) { onParseProcessInitializationData(it) }

    private fun biometricFactor(idmIdentifier: String, reason: String) =
        flow("createBiometricFactor") { it.createBiometricFactor(idmIdentifier, reason) }

    /**
     * Recognizes the user by the device's biometrics, and returns the factor with which an authentication is signed,
     * or which is added to the activation. Needs no network.
     *
     * The user is asked now, by the gate of the configuration. A gate with the default [BiometricGate.recognizeUser]
     * asks only when the factor signs.
     *
     * @param idmIdentifier the identifier of the activation's manager.
     * @param reason the text that tells the user what the recognition is for, in the user's language; not empty.
     * @throws XignSdkException codes `factorUnavailable` (the device has no gate, or the gate is broken),
     * `notPersonalized`, `biometricsChanged` (choose another combination), `userNotRecognized` (try again, or choose
     * another combination).
     */
    @Throws(XignSdkException::class)
    public fun createBiometricFactorSynchronous(idmIdentifier: String, reason: String): BiometricFactor =
        biometricFactor(idmIdentifier, reason).result()

    /** Recognizes the user, and returns the biometric factor; the outcome is an event. */
    public fun createBiometricFactor(idmIdentifier: String, reason: String): Unit =
        biometricFactor(idmIdentifier, reason).report(queue) { onCreateBiometricFactor(it) }

    private fun securityCheck() = flow("executeSecurityCheck") { it.securityCheck() }

    /**
     * Checks device and app for signs of manipulation. Needs no network.
     *
     * Each process begins with a check of its own, whose result the manager gets. Call this to warn the user before,
     * for example whenever the app comes to the foreground. The log, at level `VERBOSE`, names the signs.
     *
     * @throws XignSdkException code `notInitialized`.
     */
    @Throws(XignSdkException::class)
    public fun executeSecurityCheckSynchronous(): SecurityCheckResult = securityCheck().result()

    /** Checks device and app for signs of manipulation; the outcome is an event. */
    public fun executeSecurityCheck(): Unit = securityCheck().report(queue) { onExecuteSecurityCheck(it) }

    /** Delivers events to a receiver until [unsubscribe]; unconsumed ones first. The SDK keeps the receiver alive. */
    public fun subscribe(receiver: XignCommonEventReceiver): Unit = queue.subscribe(receiver)

    /** Ends a subscription. */
    public fun unsubscribe(receiver: XignCommonEventReceiver): Unit = queue.unsubscribe(receiver)

    /** Drops all unconsumed events. */
    public fun removeUnconsumedEvents(): Unit = queue.removeUnconsumed()
}

/**
 * A receiver of [XignCommon]'s events, typically a screen.
 *
 * Override the functions whose events you want; the others pass the event to the next receiver. Return true to consume
 * an event: no other receiver gets it then. An unconsumed event is kept, and offered again whenever a receiver
 * subscribes. The executor of the configuration calls them: on Android the main thread.
 */
public interface XignCommonEventReceiver {
    /** The outcome of parsing process initialization data. Return true to consume it. */
    public fun onParseProcessInitializationData(outcome: Outcome<ProcessInitializationData>): Boolean = false

    /** The outcome of creating a biometric factor. Return true to consume it. */
    public fun onCreateBiometricFactor(outcome: Outcome<BiometricFactor>): Boolean = false

    /** The outcome of a security check. Return true to consume it. */
    public fun onExecuteSecurityCheck(outcome: Outcome<SecurityCheckResult>): Boolean = false
}
