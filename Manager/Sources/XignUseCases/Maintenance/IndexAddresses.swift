import XignStorage

/// Adds the keyed hashes by which operators find mail addresses, to the values that an older version stored.
///
/// Any number of managers may do so at once, and any of them may be killed.
package struct IndexAddresses: Sendable {
    /// Values in one transaction. Other writers wait for one batch at most.
    private static let batch = 100

    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// Runs one round. The first round of an upgraded manager does all.
    /// - Parameter isStopping: asked after each batch; true ends the round.
    package func callAsFunction(isStopping: () -> Bool) throws {
        guard try context.database.read({ try $0.attributeValues.hasValuesWithoutLookup() }) else { return }
        while try context.database.write({ try $0.attributeValues.addLookups(limit: Self.batch) }) == Self.batch,
            !isStopping()
        {}
    }
}
