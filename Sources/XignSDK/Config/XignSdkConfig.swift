import Foundation
internal import XignProtocol

/// How the SDK is set up. Made by its ``Builder``.
public struct XignSdkConfig: Sendable {
    let keyMaterials: [KeyMaterialChain]
    let serviceConfigurations: [ServiceConfiguration]
    let deepLinkSchemes: [String: DeepLinks]
    let deviceLock: DeviceLockRequired
    let log: XignLog
    let storageLocation: URL
    let transport: any Transport
    let keyStore: any KeyStore
    /// Tests stop the clocks.
    var now: @Sendable () -> Date = { Date() }
    var uptime: @Sendable () -> ContinuousClock.Instant = { .now }

    /// What may arrive by a Deep-Link.
    enum DeepLinks: Sendable {
        case authentications
        case authenticationsAndPersonalizations
    }

    /// Collects the settings. Use it on one thread, then ``build()``.
    public final class Builder {
        private var keyMaterials: [Data] = []
        private var serviceConfigurations: [Data] = []
        private var deepLinkSchemes: [String: DeepLinks] = [:]
        private var deviceLock = DeviceLockRequired.required
        private var logLevel = XignLog.Level.error
        private var logHandler: XignLog.Handler?
        private var storageLocation: URL?
        private var transport: (any Transport)?
        private var keyStore: (any KeyStore)?

        /// Begins with the defaults.
        public init() {}

        /// Adds the key material of a manager that the app trusts.
        ///
        /// - Parameter data: the signed document as the manager issues it, or an array of such documents. It may have
        ///   expired: the SDK then fetches its successors before it uses it.
        @discardableResult
        public func addKeyMaterial(_ data: Data) -> Self {
            keyMaterials.append(data)
            return self
        }

        /// Adds the configuration of a service that the app authenticates against directly: the content of
        /// `<service-name>.json`.
        @discardableResult
        public func addServiceConfiguration(_ data: Data) -> Self {
            serviceConfigurations.append(data)
            return self
        }

        /// Says whether keys are made only on a device that has a lock. The default is `required`.
        @discardableResult
        public func setKeyGenerationStrategy(deviceLockRequired: DeviceLockRequired) -> Self {
            deviceLock = deviceLockRequired
            return self
        }

        /// Accepts Deep-Links of a scheme that the app has registered, such as `myapp` for `myapp://a#...`.
        ///
        /// - Parameters:
        ///   - scheme: without the colon; upper and lower case are the same.
        ///   - acceptsPersonalization: whether activations may arrive this way. Any app can register any scheme and so
        ///     receive what is meant for this one: leave it off unless mails cannot carry App-Links.
        @discardableResult
        public func addDeepLinkScheme(_ scheme: String, acceptsPersonalization: Bool = false) -> Self {
            deepLinkSchemes[scheme.lowercased()] =
                acceptsPersonalization ? .authenticationsAndPersonalizations : .authentications
            return self
        }

        /// Says how much is logged. The default is `error`.
        @discardableResult
        public func setLogLevel(_ level: XignLog.Level) -> Self {
            logLevel = level
            return self
        }

        /// Says where messages go. The default is the system's log, on Linux standard error.
        @discardableResult
        public func setLogHandler(_ handler: @escaping XignLog.Handler) -> Self {
            logHandler = handler
            return self
        }

        /// Says in which folder the SDK keeps its activations; on Linux also their keys. It is made if need be, and must
        /// belong to the user alone. The default is `$XDG_DATA_HOME/xign` on Linux, `Application Support/xign` elsewhere.
        @discardableResult
        public func setStorageLocation(_ url: URL) -> Self {
            storageLocation = url
            return self
        }

        /// Says how managers are reached. The default is URLSession (`URLSessionTransport`) on Apple's systems, and libcurl
        /// (`CurlTransport`) on Linux, where a private installation gives it the authority that has issued its certificates.
        @discardableResult
        public func setTransport(_ transport: any Transport) -> Self {
            self.transport = transport
            return self
        }

        /// Says where keys live. The default is the Secure Enclave on Apple's systems, and on Linux a ``FileKeyStore`` in the
        /// storage location.
        @discardableResult
        public func setKeyStore(_ keyStore: any KeyStore) -> Self {
            self.keyStore = keyStore
            return self
        }

        /// Checks the settings and makes the configuration. Touches no disk and no network.
        ///
        /// - Throws: ``XignSdkInitializationErrorCodes/keyMaterialInvalid`` for a document that is malformed, not signed by
        ///   its own keys, or claims an identifier, address or key of another one;
        ///   ``XignSdkInitializationErrorCodes/serviceConfigurationInvalid``.
        public func build() throws(XignSdkInitializationError) -> XignSdkConfig {
            var chains: [KeyMaterialChain] = []
            for data in Set(keyMaterials).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
                let chain = try KeyMaterialChain(trusting: data)
                if let other = chains.first(where: { $0.conflicts(with: chain.current.material) }) {
                    throw XignSdkInitializationError(
                        .keyMaterialInvalid,
                        "Two key materials claim the same: \(other.current.material.idmIdentifier) and "
                            + "\(chain.current.material.idmIdentifier). Add one of them only.")
                }
                chains.append(chain)
            }
            var services: [ServiceConfiguration] = []
            for data in serviceConfigurations { services.append(try ServiceConfiguration(data)) }
            let storage = storageLocation ?? Self.defaultStorageLocation
            #if canImport(Security)
                let (defaultKeyStore, defaultTransport) = (SecureEnclaveKeyStore(), URLSessionTransport())
            #else
                let defaultKeyStore = FileKeyStore(folder: storage.appendingPathComponent("keys"))
                let defaultTransport = CurlTransport()
            #endif
            return XignSdkConfig(
                keyMaterials: chains, serviceConfigurations: services, deepLinkSchemes: deepLinkSchemes,
                deviceLock: deviceLock, log: XignLog(level: logLevel, handler: logHandler), storageLocation: storage,
                transport: transport ?? defaultTransport, keyStore: keyStore ?? defaultKeyStore)
        }

        private static var defaultStorageLocation: URL {
            #if os(Linux)
                let home = FileManager.default.homeDirectoryForCurrentUser
                let data = ProcessInfo.processInfo.environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
                return (data.map { URL(fileURLWithPath: $0) } ?? home.appendingPathComponent(".local/share"))
                    .appendingPathComponent("xign")
            #else
                return URL.applicationSupportDirectory.appendingPathComponent("xign")
            #endif
        }
    }
}
