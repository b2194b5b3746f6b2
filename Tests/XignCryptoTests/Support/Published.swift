import Testing

/// Checks every published vector and their number: a file that is read only in part must not pass.
/// - Parameters:
///   - count: the number of vectors in the publication.
///   - holds: returns true for a vector that holds. Throwing counts as false.
func check<Vector>(
    _ vectors: [Vector], count: Int, sourceLocation: SourceLocation = #_sourceLocation,
    _ holds: (Vector) throws -> Bool
) {
    #expect(vectors.count == count, "as many vectors as were published", sourceLocation: sourceLocation)
    for vector in vectors {
        do {
            let result = try holds(vector)
            if !result { Issue.record("does not hold: \(vector)", sourceLocation: sourceLocation) }
        } catch {
            Issue.record("\(error): \(vector)", sourceLocation: sourceLocation)
        }
    }
}
