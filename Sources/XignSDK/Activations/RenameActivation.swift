internal import XignProtocol

extension Personalizer {
    /// Renames this device's activation, at the manager and then here.
    func rename(_ idmIdentifier: String, to alias: String) -> Flow<Void> {
        Flow("renameActivation", device) { device in
            let alias = try displayableAlias(alias)
            let activation = try await device.requiredActivation(at: idmIdentifier)
            let request = Rename.Request(activationId: activation.activationId, alias: alias)
            _ = try await device.manager(idmIdentifier).perform(Rename.self, request, provenBy: activation)
            try device.activations.change { changes in
                guard var record = try changes.current(activation) else { return }
                record.alias = alias
                try changes.write(record)
            }
        }
    }
}

/// Returns the canonical form of a device's name.
///
/// - Throws: `aliasInvalid` if nothing is left that can be shown, or if it is too long.
func displayableAlias(_ typed: String) throws -> String {
    do throws(TextFlaw) { return try DisplayText.canonical(typed) } catch {
        throw XignSdkError(
            .aliasInvalid, "The name of a device has 1 to 256 bytes, and no invisible characters.", underlying: error)
    }
}
