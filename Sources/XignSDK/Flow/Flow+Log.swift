extension Flow {
    /// Makes a flow that works on the device in `slot`, and whose end the log tells.
    ///
    /// - Parameter name: the public name of the flow, without `Synchronous`.
    init(_ name: String, _ slot: DeviceSlot, _ steps: @escaping @Sendable (Device) async throws -> Output) {
        self.init {
            let device = try slot.get()
            return try await RequestTrail.$current.withValue(RequestTrail()) {
                let start = device.uptime()
                do {
                    let output = try await steps(device)
                    device.log(.info, "\(name): done in \(start.duration(to: device.uptime()))")
                    return output
                } catch {
                    let error = XignSdkError.wrapping(error)
                    device.log.failure(error, of: name, after: start.duration(to: device.uptime()))
                    throw error
                }
            }
        }
    }
}

extension XignLog {
    /// Logs the failure of a function by its code, and its message too where it needs attention. The underlying error
    /// is left out, since the app's transport, key store or gate may have made it.
    func failure(_ error: XignSdkError, of name: String, after duration: Duration? = nil) {
        let level = error.logLevel
        let time = duration.map { " in \($0)" } ?? ""
        let request = error.requestId.map { ", request \($0)" } ?? ""
        self(
            level,
            "\(name): \(error.errorCode.rawValue)\(time)\(request)" + (level < .info ? ": \(error.message)" : ""))
    }
}

extension XignSdkError {
    /// `error` for what must never happen, `warning` for what the developer or the operator should look into.
    fileprivate var logLevel: XignLog.Level {
        switch errorCode {
        case .consentMismatch, .responseInvalid, .keyMaterialInvalid, .unexpected: .error
        case .storageFailed:
            if case .unusable? = underlying as? KeyStoreError { .error } else { .warning }
        case .certificateUntrusted, .encryptionKeyUnknown: .warning
        default: .info
        }
    }
}

extension XignSdkInitializationError {
    var logLevel: XignLog.Level {
        switch errorCode {
        case .storageUnusable: .error
        case .deviceLocked: .info
        default: .warning
        }
    }
}
