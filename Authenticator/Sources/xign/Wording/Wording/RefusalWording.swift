import Terminal
import XignSDK

/// The errors of the SDK, in words for the person. The SDK's own messages are English, and address developers of apps.
protocol RefusalWording: Sendable {
    /// Returns the message for an error of a flow.
    /// - Parameter undertaking: the kind of process that the message says how to begin again.
    func message(_ error: XignSdkError, during undertaking: Undertaking) -> Text
    /// Returns the id of a request, by which the operator finds it in the manager's log, to end a message.
    func request(_ id: String) -> Text
    /// Returns the message for an answer that was lost: the manager may or may not have done what was asked.
    func lost(_ error: XignSdkError) -> Text
    /// Returns the message for an unusable home folder.
    func message(_ error: XignSdkInitializationError) -> Text
    /// Returns the message for a device whose state is not accepted.
    /// - Parameter findings: the reasons; empty if the manager names none.
    func insecure(_ findings: [SecurityFinding], during undertaking: Undertaking) -> Text
    /// Returns the message for a certificate that is not trusted. Nothing was sent.
    /// - Parameter host: the server; nil if the error does not name it.
    func untrusted(_ problem: CertificateProblem, of host: String?) -> Text
}
