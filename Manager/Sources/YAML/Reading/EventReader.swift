import CYAML

/// An event of libyaml's parser, as a Swift value.
enum Event {
    struct Properties {
        let hasAnchor: Bool
        let tag: String?
    }

    case streamStart
    case documentStart(hasDirectives: Bool)
    case documentEnd
    case streamEnd
    case alias
    case scalar(text: String, isPlain: Bool, Properties)
    case sequenceStart(Properties)
    case sequenceEnd
    case mappingStart(Properties)
    case mappingEnd
}

/// A reader of events: libyaml's parser, which no other code uses.
@safe final class EventReader {
    private let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    private let input: UnsafeMutableBufferPointer<UInt8>

    /// - Parameter bytes: valid UTF-8.
    init(_ bytes: ArraySlice<UInt8>) {
        // libyaml reads from the caller's memory until the end.
        unsafe input = .allocate(capacity: bytes.count)
        _ = unsafe input.initialize(fromContentsOf: bytes)
        let initialized = unsafe yaml_parser_initialize(parser)
        // It allocates a few kilobytes, and Swift stops the program without memory, too.
        precondition(initialized == 1, "out of memory")
        unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        unsafe yaml_parser_set_input_string(parser, input.baseAddress, input.count)
    }

    deinit {
        unsafe yaml_parser_delete(parser)
        unsafe parser.deallocate()
        unsafe input.deallocate()
    }

    /// - Throws: ``YAMLError`` with the code `syntax`; there are no more events then.
    func next() throws(YAMLError) -> (event: Event, position: Position) {
        var native = unsafe yaml_event_t()
        guard unsafe yaml_parser_parse(parser, &native) == 1 else { throw failure }
        defer { unsafe yaml_event_delete(&native) }
        let event = unsafe Self.event(native)
        return unsafe (event, Position(native.start_mark))
    }

    private static func event(_ native: yaml_event_t) -> Event {
        switch unsafe native.type {
        case YAML_STREAM_START_EVENT: return .streamStart
        case YAML_DOCUMENT_START_EVENT:
            let start = unsafe native.data.document_start
            let hasTags = unsafe start.tag_directives.start != start.tag_directives.end
            return unsafe .documentStart(hasDirectives: start.version_directive != nil || hasTags)
        case YAML_DOCUMENT_END_EVENT: return .documentEnd
        case YAML_ALIAS_EVENT: return .alias
        case YAML_SCALAR_EVENT:
            let scalar = unsafe native.data.scalar
            let text = unsafe String(
                decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
            return unsafe .scalar(
                text: text, isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE, properties(scalar.anchor, scalar.tag))
        case YAML_SEQUENCE_START_EVENT:
            let start = unsafe native.data.sequence_start
            return unsafe .sequenceStart(properties(start.anchor, start.tag))
        case YAML_SEQUENCE_END_EVENT: return .sequenceEnd
        case YAML_MAPPING_START_EVENT:
            let start = unsafe native.data.mapping_start
            return unsafe .mappingStart(properties(start.anchor, start.tag))
        case YAML_MAPPING_END_EVENT: return .mappingEnd
        default: return .streamEnd
        }
    }

    private static func properties(
        _ anchor: UnsafeMutablePointer<UInt8>?, _ tag: UnsafeMutablePointer<UInt8>?
    ) -> Event.Properties {
        let tag = unsafe tag.map { unsafe String(cString: $0) }
        return unsafe Event.Properties(hasAnchor: anchor != nil, tag: tag)
    }

    private var failure: YAMLError {
        let problem = unsafe parser.pointee.problem.map { unsafe String(cString: $0) } ?? "out of memory"
        // The reader knows the byte only, and libyaml's mark is that of what was read before.
        let isUnreadable = unsafe parser.pointee.error == YAML_READER_ERROR
        let position =
            unsafe isUnreadable
            ? Position(of: parser.pointee.problem_offset, in: input) : Position(parser.pointee.problem_mark)
        return YAMLError(
            .syntax, at: position, path: Path(), "not valid YAML: \(problem); correct this place or the lines above")
    }
}

extension Position {
    fileprivate init(_ mark: yaml_mark_t) { self.init(line: Int(mark.line) + 1, column: Int(mark.column) + 1) }

    /// The place of a byte in UTF-8.
    init(of offset: Int, in bytes: some Sequence<UInt8>) {
        self.init()
        for byte in bytes.prefix(offset) {
            if byte == UInt8(ascii: "\n") {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
    }
}
