extension String {
    /// Returns whether both strings have the same UTF-8 bytes. Swift's `==` compares by Unicode equivalence.
    public func hasSameBytes(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        let areEqual = utf8.withContiguousStorageIfAvailable { bytes in
            other.utf8.withContiguousStorageIfAvailable { bytes.elementsEqual($0) }
        }
        // Strings bridged from Objective-C may not be contiguous.
        return (areEqual ?? nil) ?? utf8.elementsEqual(other.utf8)
    }
}
