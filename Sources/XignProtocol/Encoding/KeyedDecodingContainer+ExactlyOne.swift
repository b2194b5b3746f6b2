extension KeyedDecodingContainer {
    /// Returns the only member among members that exclude each other. Unknown members do not count.
    /// - Throws: `DecodingError` unless there is exactly one.
    @discardableResult
    func requireExactlyOne() throws -> Key {
        guard allKeys.count == 1, let key = allKeys.first else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: codingPath, debugDescription: "exactly one of several members is expected"))
        }
        return key
    }
}
