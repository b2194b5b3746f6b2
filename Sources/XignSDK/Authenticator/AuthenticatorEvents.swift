/// The outcome of a flow of ``Authenticator`` that was started by its event variant.
public enum AuthenticatorEvent: Sendable {
    /// The outcome of starting an authentication.
    case startAuthentication(Result<AuthenticateRequest, XignSdkError>)
    /// The outcome of preparing the user information.
    case prepareAuthenticationUserInformation(Result<PrepareAuthenticationUserInformationResult, XignSdkError>)
    /// The outcome of finishing an authentication.
    case finishAuthentication(Result<AuthenticationResult, XignSdkError>)
    /// The outcome of aborting an authentication.
    case abortAuthentication(Result<Void, XignSdkError>)
    /// The outcome of beginning an InApp-Authentication.
    case fetchInAppAuthenticationInitializationData(Result<AuthenticationInitializationDataInApp, XignSdkError>)
    /// The outcome of fetching an authorization code.
    case fetchAuthorizationCode(Result<AuthorizationCodeResult, XignSdkError>)
    /// The outcome of fetching the remembered choices of aliases.
    case fetchAliasSelections(Result<[AliasSelection], XignSdkError>)
    /// The outcome of revoking a remembered choice of an alias.
    case forgetAliasSelection(Result<Void, XignSdkError>)
}

/// A receiver of ``Authenticator``'s events, typically a screen.
///
/// Implement the functions whose events you want; the others pass the event to the next receiver. Return true to
/// consume an event: no other receiver gets it then. An unconsumed event is kept, and offered again whenever a receiver
/// subscribes.
///
/// Source: XignSys SDK documentation, "Blocking and non-blocking calls".
@MainActor
public protocol AuthenticatorEventReceiver: AnyObject {
    /// The outcome of starting an authentication. Return true to consume it.
    func onStartAuthentication(_ result: Result<AuthenticateRequest, XignSdkError>) -> Bool
    /// The outcome of preparing the user information. Return true to consume it.
    func onPrepareAuthenticationUserInformation(
        _ result: Result<PrepareAuthenticationUserInformationResult, XignSdkError>
    ) -> Bool
    /// The outcome of finishing an authentication. Return true to consume it.
    func onFinishAuthentication(_ result: Result<AuthenticationResult, XignSdkError>) -> Bool
    /// The outcome of aborting an authentication. Return true to consume it.
    func onAbortAuthentication(_ result: Result<Void, XignSdkError>) -> Bool
    /// The outcome of beginning an InApp-Authentication. Return true to consume it.
    func onFetchInAppAuthenticationInitializationData(
        _ result: Result<AuthenticationInitializationDataInApp, XignSdkError>
    ) -> Bool
    /// The outcome of fetching an authorization code. Return true to consume it.
    func onFetchAuthorizationCode(_ result: Result<AuthorizationCodeResult, XignSdkError>) -> Bool
    /// The outcome of fetching the remembered choices of aliases. Return true to consume it.
    func onFetchAliasSelections(_ result: Result<[AliasSelection], XignSdkError>) -> Bool
    /// The outcome of revoking a remembered choice of an alias. Return true to consume it.
    func onForgetAliasSelection(_ result: Result<Void, XignSdkError>) -> Bool
}

extension AuthenticatorEventReceiver {
    /// Passes the event to the next receiver.
    public func onStartAuthentication(_ result: Result<AuthenticateRequest, XignSdkError>) -> Bool { false }
    /// Passes the event to the next receiver.
    public func onPrepareAuthenticationUserInformation(
        _ result: Result<PrepareAuthenticationUserInformationResult, XignSdkError>
    ) -> Bool { false }
    /// Passes the event to the next receiver.
    public func onFinishAuthentication(_ result: Result<AuthenticationResult, XignSdkError>) -> Bool { false }
    /// Passes the event to the next receiver.
    public func onAbortAuthentication(_ result: Result<Void, XignSdkError>) -> Bool { false }
    /// Passes the event to the next receiver.
    public func onFetchInAppAuthenticationInitializationData(
        _ result: Result<AuthenticationInitializationDataInApp, XignSdkError>
    ) -> Bool { false }
    /// Passes the event to the next receiver.
    public func onFetchAuthorizationCode(_ result: Result<AuthorizationCodeResult, XignSdkError>) -> Bool { false }
    /// Passes the event to the next receiver.
    public func onFetchAliasSelections(_ result: Result<[AliasSelection], XignSdkError>) -> Bool { false }
    /// Passes the event to the next receiver.
    public func onForgetAliasSelection(_ result: Result<Void, XignSdkError>) -> Bool { false }
}

extension AuthenticatorEvent {
    @MainActor func offer(to receiver: any AuthenticatorEventReceiver) -> Bool {
        switch self {
        case .startAuthentication(let result): receiver.onStartAuthentication(result)
        case .prepareAuthenticationUserInformation(let result): receiver.onPrepareAuthenticationUserInformation(result)
        case .finishAuthentication(let result): receiver.onFinishAuthentication(result)
        case .abortAuthentication(let result): receiver.onAbortAuthentication(result)
        case .fetchInAppAuthenticationInitializationData(let result):
            receiver.onFetchInAppAuthenticationInitializationData(result)
        case .fetchAuthorizationCode(let result): receiver.onFetchAuthorizationCode(result)
        case .fetchAliasSelections(let result): receiver.onFetchAliasSelections(result)
        case .forgetAliasSelection(let result): receiver.onForgetAliasSelection(result)
        }
    }
}

extension Authenticator {
    /// Subscribes a receiver, and offers it the events that are still unconsumed.
    ///
    /// The receiver is held weakly. A receiver that subscribes again moves to the end of the queue.
    @MainActor public func subscribe(_ receiver: any AuthenticatorEventReceiver) {
        queue.subscribe(ObjectIdentifier(receiver)) { [weak receiver] event in receiver.map(event.offer(to:)) }
    }

    /// Ends a subscription.
    @MainActor public func unsubscribe(_ receiver: any AuthenticatorEventReceiver) {
        queue.unsubscribe(ObjectIdentifier(receiver))
    }

    /// Drops all unconsumed events.
    @MainActor public func removeUnconsumedEvents() { queue.removeUnconsumed() }

    /// The events as an asynchronous sequence, for code that is not a screen. Taking an element consumes the event.
    public var events: Events<AuthenticatorEvent> { Events(queue: queue) }
}
