import XignDomain
import XignProtocol

/// The details of events, in sentences without their full stops.
package protocol AuditNoteWording: Sendable {
    /// - Parameter attributes: the names of the data of `AuditNote.attributes`, in this language.
    func words(_ note: AuditNote, attributes: [String], organization: String?) -> Phrase
    func act(_ act: OtherAct) -> String
    func cause(_ cause: AuditCause) -> String
}
