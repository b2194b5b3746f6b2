/// The outcome of a flow of ``Personalizer`` that was started by its event variant.
public enum PersonalizerEvent: Sendable {
    /// The outcome of decrypting personalization initialization data.
    case decryptPersonalizationInitializationData(Result<PersonalizationResponse, XignSdkError>)
    /// The outcome of finishing a personalization.
    case finishPersonalization(Result<PersonalizationResult, XignSdkError>)
    /// The outcome of giving up an activation.
    case depersonalizeIdentityManager(Result<DepersonalizationResult, XignSdkError>)
    /// The outcome of beginning to add a factor.
    case startAddAuthenticationFactor(Result<AuthenticationInitializationData, XignSdkError>)
    /// The outcome of adding a factor.
    case finishAddAuthenticationFactor(Result<Void, XignSdkError>)
    /// The outcome of beginning to change the PIN.
    case startChangePin(Result<AuthenticationInitializationData, XignSdkError>)
    /// The outcome of changing the PIN.
    case finishChangePin(Result<Void, XignSdkError>)
    /// The outcome of beginning to make a new activation.
    case startRequestNewActivationData(Result<AuthenticationInitializationData, XignSdkError>)
    /// The outcome of making a new activation: its initialization data to be shown as a QR code.
    case finishRequestNewActivationData(Result<String, XignSdkError>)
    /// The outcome of beginning to delete the account.
    case startDeletion(Result<AuthenticationInitializationData, XignSdkError>)
    /// The outcome of deleting the account.
    case finishDeletion(Result<Void, XignSdkError>)
    /// The outcome of fetching the activations of the account.
    case fetchActivations(Result<[ActivationInformation], XignSdkError>)
    /// The outcome of beginning to revoke another activation.
    case startRevokeActivation(Result<AuthenticationInitializationData, XignSdkError>)
    /// The outcome of renaming this device's activation.
    case renameActivation(Result<Void, XignSdkError>)
    /// The outcome of fetching the notices of changes.
    case fetchNotices(Result<[AccountNotice], XignSdkError>)
    /// The outcome of recording that notices were seen.
    case acknowledgeNotices(Result<Void, XignSdkError>)
}

/// A receiver of ``Personalizer``'s events, typically a screen.
///
/// Implement the functions whose events you want; the others pass the event to the next receiver. Return true to
/// consume an event: no other receiver gets it then. An unconsumed event is kept, and offered again whenever a receiver
/// subscribes.
///
/// Source: XignSys SDK documentation, "Blocking and non-blocking calls".
@MainActor
public protocol PersonalizerEventReceiver: AnyObject {
    /// The outcome of decrypting personalization initialization data. Return true to consume it.
    func onDecryptPersonalizationInitializationData(_ result: Result<PersonalizationResponse, XignSdkError>) -> Bool
    /// The outcome of finishing a personalization. Return true to consume it.
    func onFinishPersonalization(_ result: Result<PersonalizationResult, XignSdkError>) -> Bool
    /// The outcome of giving up an activation. Return true to consume it.
    func onDepersonalizeIdentityManager(_ result: Result<DepersonalizationResult, XignSdkError>) -> Bool
    /// The outcome of beginning to add a factor. Return true to consume it.
    func onStartAddAuthenticationFactor(_ result: Result<AuthenticationInitializationData, XignSdkError>) -> Bool
    /// The outcome of adding a factor. Return true to consume it.
    func onFinishAddAuthenticationFactor(_ result: Result<Void, XignSdkError>) -> Bool
    /// The outcome of beginning to change the PIN. Return true to consume it.
    func onStartChangePin(_ result: Result<AuthenticationInitializationData, XignSdkError>) -> Bool
    /// The outcome of changing the PIN. Return true to consume it.
    func onFinishChangePin(_ result: Result<Void, XignSdkError>) -> Bool
    /// The outcome of beginning to make a new activation. Return true to consume it.
    func onStartRequestNewActivationData(_ result: Result<AuthenticationInitializationData, XignSdkError>) -> Bool
    /// The outcome of making a new activation: its initialization data, to be shown as a QR code. Return true to
    /// consume it.
    func onFinishRequestNewActivationData(_ result: Result<String, XignSdkError>) -> Bool
    /// The outcome of beginning to delete the account. Return true to consume it.
    func onStartDeletion(_ result: Result<AuthenticationInitializationData, XignSdkError>) -> Bool
    /// The outcome of deleting the account. Return true to consume it.
    func onFinishDeletion(_ result: Result<Void, XignSdkError>) -> Bool
    /// The outcome of fetching the activations of the account. Return true to consume it.
    func onFetchActivations(_ result: Result<[ActivationInformation], XignSdkError>) -> Bool
    /// The outcome of beginning to revoke another activation. Return true to consume it.
    func onStartRevokeActivation(_ result: Result<AuthenticationInitializationData, XignSdkError>) -> Bool
    /// The outcome of renaming this device's activation. Return true to consume it.
    func onRenameActivation(_ result: Result<Void, XignSdkError>) -> Bool
    /// The outcome of fetching the notices of changes. Return true to consume it.
    func onFetchNotices(_ result: Result<[AccountNotice], XignSdkError>) -> Bool
    /// The outcome of recording that notices were seen. Return true to consume it.
    func onAcknowledgeNotices(_ result: Result<Void, XignSdkError>) -> Bool
}

extension PersonalizerEventReceiver {
    /// Passes the event to the next receiver.
    public func onDecryptPersonalizationInitializationData(_ result: Result<PersonalizationResponse, XignSdkError>)
        -> Bool
    { false }
    /// Passes the event to the next receiver.
    public func onFinishPersonalization(_ result: Result<PersonalizationResult, XignSdkError>) -> Bool { false }
    /// Passes the event to the next receiver.
    public func onDepersonalizeIdentityManager(_ result: Result<DepersonalizationResult, XignSdkError>) -> Bool {
        false
    }
    /// Passes the event to the next receiver.
    public func onStartAddAuthenticationFactor(_ result: Result<AuthenticationInitializationData, XignSdkError>) -> Bool
    { false }
    /// Passes the event to the next receiver.
    public func onFinishAddAuthenticationFactor(_ result: Result<Void, XignSdkError>) -> Bool { false }
    /// Passes the event to the next receiver.
    public func onStartChangePin(_ result: Result<AuthenticationInitializationData, XignSdkError>) -> Bool { false }
    /// Passes the event to the next receiver.
    public func onFinishChangePin(_ result: Result<Void, XignSdkError>) -> Bool { false }
    /// Passes the event to the next receiver.
    public func onStartRequestNewActivationData(_ result: Result<AuthenticationInitializationData, XignSdkError>)
        -> Bool
    { false }
    /// Passes the event to the next receiver.
    public func onFinishRequestNewActivationData(_ result: Result<String, XignSdkError>) -> Bool { false }
    /// Passes the event to the next receiver.
    public func onStartDeletion(_ result: Result<AuthenticationInitializationData, XignSdkError>) -> Bool { false }
    /// Passes the event to the next receiver.
    public func onFinishDeletion(_ result: Result<Void, XignSdkError>) -> Bool { false }
    /// Passes the event to the next receiver.
    public func onFetchActivations(_ result: Result<[ActivationInformation], XignSdkError>) -> Bool { false }
    /// Passes the event to the next receiver.
    public func onStartRevokeActivation(_ result: Result<AuthenticationInitializationData, XignSdkError>) -> Bool {
        false
    }
    /// Passes the event to the next receiver.
    public func onRenameActivation(_ result: Result<Void, XignSdkError>) -> Bool { false }
    /// Passes the event to the next receiver.
    public func onFetchNotices(_ result: Result<[AccountNotice], XignSdkError>) -> Bool { false }
    /// Passes the event to the next receiver.
    public func onAcknowledgeNotices(_ result: Result<Void, XignSdkError>) -> Bool { false }
}

extension PersonalizerEvent {
    @MainActor func offer(to receiver: any PersonalizerEventReceiver) -> Bool {
        switch self {
        case .decryptPersonalizationInitializationData(let result):
            receiver.onDecryptPersonalizationInitializationData(result)
        case .finishPersonalization(let result): receiver.onFinishPersonalization(result)
        case .depersonalizeIdentityManager(let result): receiver.onDepersonalizeIdentityManager(result)
        case .startAddAuthenticationFactor(let result): receiver.onStartAddAuthenticationFactor(result)
        case .finishAddAuthenticationFactor(let result): receiver.onFinishAddAuthenticationFactor(result)
        case .startChangePin(let result): receiver.onStartChangePin(result)
        case .finishChangePin(let result): receiver.onFinishChangePin(result)
        case .startRequestNewActivationData(let result): receiver.onStartRequestNewActivationData(result)
        case .finishRequestNewActivationData(let result): receiver.onFinishRequestNewActivationData(result)
        case .startDeletion(let result): receiver.onStartDeletion(result)
        case .finishDeletion(let result): receiver.onFinishDeletion(result)
        case .fetchActivations(let result): receiver.onFetchActivations(result)
        case .startRevokeActivation(let result): receiver.onStartRevokeActivation(result)
        case .renameActivation(let result): receiver.onRenameActivation(result)
        case .fetchNotices(let result): receiver.onFetchNotices(result)
        case .acknowledgeNotices(let result): receiver.onAcknowledgeNotices(result)
        }
    }
}

extension Personalizer {
    /// Subscribes a receiver, and offers it the events that are still unconsumed.
    ///
    /// The receiver is held weakly. A receiver that subscribes again moves to the end of the queue.
    @MainActor public func subscribe(_ receiver: any PersonalizerEventReceiver) {
        queue.subscribe(ObjectIdentifier(receiver)) { [weak receiver] event in receiver.map(event.offer(to:)) }
    }

    /// Ends a subscription.
    @MainActor public func unsubscribe(_ receiver: any PersonalizerEventReceiver) {
        queue.unsubscribe(ObjectIdentifier(receiver))
    }

    /// Drops all unconsumed events.
    @MainActor public func removeUnconsumedEvents() { queue.removeUnconsumed() }

    /// The events as an asynchronous sequence, for code that is not a screen. Taking an element consumes the event.
    public var events: Events<PersonalizerEvent> { Events(queue: queue) }
}
