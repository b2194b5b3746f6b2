/// What became of a flow of ``XignCommon`` that was started without waiting for it.
public enum XignCommonEvent: Sendable {
    /// The outcome of parsing process initialization data.
    case parseProcessInitializationData(Result<ProcessInitializationData, XignSdkError>)
    /// The outcome of a security check.
    case executeSecurityCheck(Result<SecurityCheckResult, XignSdkError>)
}

/// Receives the outcomes of ``XignCommon``'s flows that were started without waiting for them: typically a screen.
///
/// Implement the functions whose events you want; the others leave the event to the next receiver. Return true to consume an
/// event: then nobody else gets it. An event that nobody consumes is kept, and offered again whenever a receiver subscribes.
@MainActor
public protocol XignCommonEventReceiver: AnyObject {
    /// The outcome of parsing process initialization data. Return true to consume it.
    func onParseProcessInitializationData(_ result: Result<ProcessInitializationData, XignSdkError>) -> Bool
    /// The outcome of a security check. Return true to consume it.
    func onExecuteSecurityCheck(_ result: Result<SecurityCheckResult, XignSdkError>) -> Bool
}

extension XignCommonEventReceiver {
    /// Leaves the event to the next receiver.
    public func onParseProcessInitializationData(_ result: Result<ProcessInitializationData, XignSdkError>) -> Bool {
        false
    }
    /// Leaves the event to the next receiver.
    public func onExecuteSecurityCheck(_ result: Result<SecurityCheckResult, XignSdkError>) -> Bool { false }
}

extension XignCommonEvent {
    @MainActor func offer(to receiver: any XignCommonEventReceiver) -> Bool {
        switch self {
        case .parseProcessInitializationData(let result): receiver.onParseProcessInitializationData(result)
        case .executeSecurityCheck(let result): receiver.onExecuteSecurityCheck(result)
        }
    }
}

extension XignCommon {
    /// Subscribes a receiver, which is held weakly. It is offered the events that nobody consumed so far. A receiver that
    /// subscribes again moves behind the others.
    @MainActor public func subscribe(_ receiver: any XignCommonEventReceiver) {
        queue.subscribe(ObjectIdentifier(receiver)) { [weak receiver] event in receiver.map(event.offer(to:)) }
    }

    /// Ends a subscription.
    @MainActor public func unsubscribe(_ receiver: any XignCommonEventReceiver) {
        queue.unsubscribe(ObjectIdentifier(receiver))
    }

    /// Drops the events that nobody has consumed.
    @MainActor public func removeUnconsumedEvents() { queue.removeUnconsumed() }

    /// The same events as a sequence, for code that is no screen. Taking an element consumes it.
    public var events: Events<XignCommonEvent> { Events(queue: queue) }
}
