import Foundation
package import XignProtocol

/// The configuration of the SDK, made by its ``Builder``.
public struct XignSdkConfig: Sendable {
    let keyMaterials: [KeyMaterialChain]
    let serviceConfigurations: [ServiceConfiguration]
    let deepLinkSchemes: [String: DeepLinks]
    let deviceLock: DeviceLockRequired
    let showsAdditionalInformation: Bool
    let log: XignLog
    let storageLocation: URL
    let transport: any Transport
    let keyStore: any KeyStore
    let biometricGate: (any BiometricGate)?
    let now: @Sendable () -> Date
    let uptime: @Sendable () -> ContinuousClock.Instant
    let activationPINStretching: ActivationPINProof.Stretching

    /// The kinds of data that may arrive by Deep-Link.
    enum DeepLinks: Sendable {
        case authentications
        case authenticationsAndPersonalizations
    }

    /// A builder that collects the settings. Use it on one thread, then call ``build()``.
    public final class Builder {
        /// The documents with the least epoch that each may be of.
        private var keyMaterials: [Data: Int64] = [:]
        private var serviceConfigurations: [Data] = []
        private var deepLinkSchemes: [String: DeepLinks] = [:]
        private var deviceLock = DeviceLockRequired.required
        private var isShowingAdditionalInformation = false
        private var logLevel = XignLog.Level.error
        private var logHandler: XignLog.Handler?
        private var storageLocation: URL?
        private var transport: (any Transport)?
        private var keyStore: (any KeyStore)?
        private var biometricGate: (any BiometricGate)?

        /// The clocks, replaced in tests.
        package var now: @Sendable () -> Date = { Date() }
        package var uptime: @Sendable () -> ContinuousClock.Instant = { .now }
        /// The stretching of activation PINs, cheaper in tests.
        package var activationPINStretching = ActivationPINProof.Stretching.standard

        /// Creates a builder with the defaults.
        public init() {}

        /// Adds the key material of a manager that the app trusts.
        ///
        /// - Parameters:
        ///   - data: the signed document as the manager issues it, or an array of such documents. If it has expired,
        ///     the SDK fetches its successors before it uses it.
        ///   - minimumEpoch: the number of the epoch that the operator published, from 1. ``build()`` refuses an older
        ///     document: the operator has replaced its online key, which somebody may have stolen. The default takes
        ///     any epoch, and suits a document that the operator gave you.
        @discardableResult
        public func addKeyMaterial(_ data: Data, minimumEpoch: Int64 = 1) -> Self {
            keyMaterials[data] = max(keyMaterials[data] ?? minimumEpoch, minimumEpoch)
            return self
        }

        /// Adds the configuration of a service that the app authenticates against directly: the content of
        /// `<service-name>.json`.
        @discardableResult
        public func addServiceConfiguration(_ data: Data) -> Self {
            serviceConfigurations.append(data)
            return self
        }

        /// Sets the condition for making keys. The default is `required`: only on a device with a lock.
        @discardableResult
        public func setKeyGenerationStrategy(deviceLockRequired: DeviceLockRequired) -> Self {
            deviceLock = deviceLockRequired
            return self
        }

        /// Declares that the app shows ``AuthenticationPersonalInformation/additional``, and lets the user decide about
        /// each.
        ///
        /// Without this call the list is empty. A service's optional values and permissions are left out, and one that
        /// requires such a value ends the process with ``XignSdkErrorCode/clientTooOld``: an app that does not show
        /// them would sign what its user has not seen.
        @discardableResult
        public func showsAdditionalInformation() -> Self {
            isShowingAdditionalInformation = true
            return self
        }

        /// Accepts Deep-Links of a scheme that the app has registered, such as `myapp` for `myapp://a#...`.
        ///
        /// - Parameters:
        ///   - scheme: the scheme without the colon; case is ignored.
        ///   - acceptsPersonalization: true if activations may arrive by this scheme. Any app can register any scheme,
        ///     and so intercept the link. Leave it false unless mails cannot contain App-Links.
        @discardableResult
        public func addDeepLinkScheme(_ scheme: String, acceptsPersonalization: Bool = false) -> Self {
            deepLinkSchemes[scheme.lowercased()] =
                acceptsPersonalization ? .authenticationsAndPersonalizations : .authentications
            return self
        }

        /// Sets the log level. The default is `error`.
        @discardableResult
        public func setLogLevel(_ level: XignLog.Level) -> Self {
            logLevel = level
            return self
        }

        /// Sets the receiver of log messages. The default is the system's log; on Linux, standard error.
        @discardableResult
        public func setLogHandler(_ handler: @escaping XignLog.Handler) -> Self {
            logHandler = handler
            return self
        }

        /// Sets the folder of the activations; on Linux also of their keys.
        ///
        /// It is created when something is stored first, and never below a folder of another user than this one or
        /// root. Only the user may have access to it. The default is `Application Support/xign`; on Linux
        /// `$XDG_DATA_HOME/xign`, or `.local/share/xign` in `$HOME`, or there in the home folder of passwd(5). Each
        /// variable counts where it is an absolute path.
        @discardableResult
        public func setStorageLocation(_ url: URL) -> Self {
            storageLocation = url
            return self
        }

        /// Sets the transport to managers.
        ///
        /// The default is URLSession (`URLSessionTransport`) on Apple's systems, and libcurl (`CurlTransport`) on
        /// Linux. A private installation on Linux passes a `CurlTransport` with the certificate of its own authority.
        @discardableResult
        public func setTransport(_ transport: any Transport) -> Self {
            self.transport = transport
            return self
        }

        /// Sets the key store. The default is the Secure Enclave on Apple's systems, and on Linux a ``FileKeyStore`` in
        /// the storage location.
        @discardableResult
        public func setKeyStore(_ keyStore: any KeyStore) -> Self {
            self.keyStore = keyStore
            return self
        }

        /// Sets the gate of the biometric factor, for the activations of all managers. Without one, no biometric factor
        /// can be added or used.
        ///
        /// The default is the Secure Enclave with the enrolled biometrics on iOS, macOS and visionOS
        /// (`EnclaveBiometricGate`), and none on Linux and tvOS.
        ///
        /// The SDK removes the gate's keys together with their activations. To sign, it uses the gate of the
        /// ``BiometricFactor``.
        @discardableResult
        public func setBiometricGate(_ gate: any BiometricGate) -> Self {
            biometricGate = gate
            return self
        }

        /// Checks the settings and makes the configuration. Uses neither disk nor network. Without key material it
        /// succeeds, and logs a warning: all flows at a manager throw ``XignSdkErrorCode/managerUnknown`` then.
        ///
        /// - Throws: ``XignSdkInitializationErrorCodes/keyMaterialInvalid`` for a document that is malformed, not
        ///   signed by its own keys, of an older epoch than its minimum, or has the identifier, URL or a key of another
        ///   manager's document; ``XignSdkInitializationErrorCodes/serviceConfigurationInvalid``;
        ///   ``XignSdkInitializationErrorCodes/storageUnusable`` on Linux, for a user who has no home folder, without a
        ///   storage location.
        public func build() throws(XignSdkInitializationError) -> XignSdkConfig {
            var chains: [KeyMaterialChain] = []
            for (data, minimumEpoch) in keyMaterials.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
                let chain = try KeyMaterialChain(trusting: data)
                let material = chain.current.material
                guard material.epoch >= minimumEpoch else {
                    throw XignSdkInitializationError(
                        .keyMaterialInvalid,
                        "The key material of \(material.idmIdentifier) is of epoch \(material.epoch), and the app demands "
                            + "epoch \(minimumEpoch) or later: its keys were replaced since. Get the newest one.")
                }
                if let other = chains.first(where: { $0.conflicts(with: chain.current.material) }) {
                    throw XignSdkInitializationError(
                        .keyMaterialInvalid,
                        "Two key materials share an identifier, URL or key: \(other.current.material.idmIdentifier) and "
                            + "\(chain.current.material.idmIdentifier). Add only one of them.")
                }
                chains.append(chain)
            }
            var services: [ServiceConfiguration] = []
            for data in serviceConfigurations { services.append(try ServiceConfiguration(data)) }
            let log = XignLog(level: logLevel, handler: logHandler)
            if chains.isEmpty { log(.warning, "the configuration has no key material, so that it trusts no manager") }
            let storage = if let storageLocation { storageLocation } else { try PlatformDefaults.storageLocation }
            return XignSdkConfig(
                keyMaterials: chains, serviceConfigurations: services, deepLinkSchemes: deepLinkSchemes,
                deviceLock: deviceLock, showsAdditionalInformation: isShowingAdditionalInformation, log: log,
                storageLocation: storage,
                transport: transport ?? PlatformDefaults.transport(),
                keyStore: keyStore ?? PlatformDefaults.keyStore(storageLocation: storage),
                biometricGate: biometricGate ?? PlatformDefaults.biometricGate, now: now, uptime: uptime,
                activationPINStretching: activationPINStretching)
        }
    }
}
