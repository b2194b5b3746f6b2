import Testing

/// Checks every published vector, and that none was lost on the way: a file that cannot be read to its end must
/// not pass.
/// - Parameters:
///   - count: How many vectors the publication has.
///   - holds: Whether a vector holds. A throw says no.
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
