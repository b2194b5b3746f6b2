internal import XignProtocol

extension Personalizer {
    /// Sends the signed deletion. The device keeps its activation, so that the app can still show what was deleted.
    func finishDeleting(_ access: ApiAccessDelete) -> Flow<Void> {
        Flow("finishDeletion", device) { _ in
            _ = try await access.grant.spend(as: .delete) { try $0 ?? access.grant.request(for: .delete) }
        }
    }
}
