import XignProtocol
import XignStorage

extension DeviceCall {
    /// The name of this sealed request, by which its repetition is recognised (protocol, section 3).
    /// - Parameter id: the request's `activationId`, else its `sessionId`.
    func name<Kind>(_ id: Identifier<Kind>) -> RequestName {
        RequestName(of: request, id: id.bytes, managerSecret: context.database.vault.managerSecret)
    }
}
