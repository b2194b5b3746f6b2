import XignProtocol
import XignStorage

/// A place in the audit log as the address of a page has it. The ids of events are sealed: they tell how many events
/// there are, and when.
enum AuditPlace {
    /// An event.
    case event
    /// The place before which a page begins.
    case page

    func text(of place: [UInt8], _ vault: Vault) throws -> String {
        Base64URL.encode(try vault.seal(place, at: sealedPlace))
    }

    /// Reads a text that `text(of:_:)` has made; nil for any other.
    func place(_ text: String, _ vault: Vault) -> [UInt8]? {
        guard text.utf8.count <= Self.maximumLength, let sealed = Base64URL.decode(text) else { return nil }
        return try? vault.open(sealed, at: sealedPlace)
    }

    private static let maximumLength = 128

    private var sealedPlace: Vault.Place {
        switch self {
        case .event: Vault.Place(column: "audit.id", item: "event")
        case .page: Vault.Place(column: "audit.id", item: "page")
        }
    }
}
