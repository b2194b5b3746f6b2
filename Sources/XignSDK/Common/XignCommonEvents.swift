/// The outcome of a flow of ``XignCommon`` that was started by its event variant.
public enum XignCommonEvent: Sendable {
    /// The outcome of parsing process initialization data.
    case parseProcessInitializationData(Result<ProcessInitializationData, XignSdkError>)
    /// The outcome of creating a biometric factor.
    case createBiometricFactor(Result<BiometricFactor, XignSdkError>)
    /// The outcome of a security check.
    case executeSecurityCheck(Result<SecurityCheckResult, XignSdkError>)
}

/// A receiver of ``XignCommon``'s events, typically a screen.
///
/// Implement the functions whose events you want; the others pass the event to the next receiver. Return true to
/// consume an event: no other receiver gets it then. An unconsumed event is kept, and offered again whenever a receiver
/// subscribes.
///
/// Source: XignSys SDK documentation, "Blocking and non-blocking calls".
@MainActor
public protocol XignCommonEventReceiver: AnyObject {
    /// The outcome of parsing process initialization data. Return true to consume it.
    func onParseProcessInitializationData(_ result: Result<ProcessInitializationData, XignSdkError>) -> Bool
    /// The outcome of creating a biometric factor. Return true to consume it.
    func onCreateBiometricFactor(_ result: Result<BiometricFactor, XignSdkError>) -> Bool
    /// The outcome of a security check. Return true to consume it.
    func onExecuteSecurityCheck(_ result: Result<SecurityCheckResult, XignSdkError>) -> Bool
}

extension XignCommonEventReceiver {
    /// Passes the event to the next receiver.
    public func onParseProcessInitializationData(_ result: Result<ProcessInitializationData, XignSdkError>) -> Bool {
        false
    }
    /// Passes the event to the next receiver.
    public func onCreateBiometricFactor(_ result: Result<BiometricFactor, XignSdkError>) -> Bool { false }
    /// Passes the event to the next receiver.
    public func onExecuteSecurityCheck(_ result: Result<SecurityCheckResult, XignSdkError>) -> Bool { false }
}

extension XignCommonEvent {
    @MainActor func offer(to receiver: any XignCommonEventReceiver) -> Bool {
        switch self {
        case .parseProcessInitializationData(let result): receiver.onParseProcessInitializationData(result)
        case .createBiometricFactor(let result): receiver.onCreateBiometricFactor(result)
        case .executeSecurityCheck(let result): receiver.onExecuteSecurityCheck(result)
        }
    }
}

extension XignCommon {
    /// Subscribes a receiver, and offers it the events that are still unconsumed.
    ///
    /// The receiver is held weakly. A receiver that subscribes again moves to the end of the queue.
    @MainActor public func subscribe(_ receiver: any XignCommonEventReceiver) {
        queue.subscribe(ObjectIdentifier(receiver)) { [weak receiver] event in receiver.map(event.offer(to:)) }
    }

    /// Ends a subscription.
    @MainActor public func unsubscribe(_ receiver: any XignCommonEventReceiver) {
        queue.unsubscribe(ObjectIdentifier(receiver))
    }

    /// Drops all unconsumed events.
    @MainActor public func removeUnconsumedEvents() { queue.removeUnconsumed() }

    /// The events as an asynchronous sequence, for code that is not a screen. Taking an element consumes the event.
    public var events: Events<XignCommonEvent> { Events(queue: queue) }
}
