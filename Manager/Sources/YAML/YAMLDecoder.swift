/// Decodes a strict subset of YAML 1.2 into values.
///
/// An accepted document means the same to every reader: one document of at most 1 MiB and 32 levels, without anchors,
/// aliases, directives, merge keys, custom tags, repeated keys, or the characters that end lines in YAML 1.1 alone.
/// Plain scalars are read by the core schema of YAML 1.2: `yes` and `no` are text; a number where text is expected must
/// be quoted. Text has no NUL. A key for which the type does not ask is an error, so that a misspelt setting cannot be
/// overlooked.
public struct YAMLDecoder: Sendable {
    public init() {}

    /// Decodes a document.
    ///
    /// - Parameter bytes: The document, in UTF-8.
    /// - Throws: Always ``YAMLError``. An error of the type itself becomes one with the code `invalidValue` and the
    ///   place of the value. Its reason is the description of that error, which therefore must not contain secrets.
    public func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws(YAMLError) -> T {
        let node = try Composer.compose(bytes)
        let record = KeyRecord()
        let value = try NodeDecoder(node: node, path: Path(), record: record).value(type)
        record.noteSurplus(in: node)
        if let error = record.errors.first { throw error }
        return value
    }
}
