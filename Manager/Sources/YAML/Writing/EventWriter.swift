import CYAML

/// A writer of events: libyaml's emitter, which no other code uses.
///
/// The calls must follow the grammar of a document. `YAMLValue` makes no others.
@safe final class EventWriter {
    private let emitter = UnsafeMutablePointer<yaml_emitter_t>.allocate(capacity: 1)
    /// Where libyaml's callback puts the text.
    private let output = Output()

    private final class Output { var bytes: [UInt8] = [] }

    init() {
        unsafe Self.require(yaml_emitter_initialize(emitter))
        unsafe yaml_emitter_set_encoding(emitter, YAML_UTF8_ENCODING)
        unsafe yaml_emitter_set_unicode(emitter, 1)
        // No line is folded: a reader could take the break for a part of the text.
        unsafe yaml_emitter_set_width(emitter, -1)
        unsafe yaml_emitter_set_indent(emitter, 2)
        // The emitter is deleted before the output is released.
        let pointer = unsafe Unmanaged.passUnretained(output).toOpaque()
        unsafe yaml_emitter_set_output(
            emitter,
            { pointer, bytes, count in
                guard let pointer = unsafe pointer, let bytes = unsafe bytes else { return 0 }
                let output = unsafe Unmanaged<Output>.fromOpaque(pointer).takeUnretainedValue()
                unsafe output.bytes.append(contentsOf: UnsafeBufferPointer(start: bytes, count: count))
                return 1
            }, pointer)
    }

    deinit {
        unsafe yaml_emitter_delete(emitter)
        unsafe emitter.deallocate()
    }

    /// The document, complete after `end`.
    var bytes: [UInt8] { output.bytes }

    func begin() {
        unsafe emit { unsafe yaml_stream_start_event_initialize(&$0, YAML_UTF8_ENCODING) }
        unsafe emit { unsafe yaml_document_start_event_initialize(&$0, nil, nil, nil, 1) }
    }

    func end() {
        unsafe emit { unsafe yaml_document_end_event_initialize(&$0, 1) }
        unsafe emit { unsafe yaml_stream_end_event_initialize(&$0) }
    }

    /// - Parameter isPlain: false: in double quotes, where every character has an escape. True: without quotes, as far
    ///   as the syntax allows it.
    func scalar(_ text: String, isPlain: Bool) {
        // With a byte behind the text, so that an empty one has an address.
        let bytes = Array(text.utf8) + [0]
        unsafe emit {
            unsafe yaml_scalar_event_initialize(
                &$0, nil, nil, bytes, Int32(bytes.count - 1), 1, 1,
                isPlain ? YAML_PLAIN_SCALAR_STYLE : YAML_DOUBLE_QUOTED_SCALAR_STYLE)
        }
    }

    func sequence(inOneLine: Bool, _ elements: () -> Void) {
        unsafe emit {
            unsafe yaml_sequence_start_event_initialize(
                &$0, nil, nil, 1, inOneLine ? YAML_FLOW_SEQUENCE_STYLE : YAML_BLOCK_SEQUENCE_STYLE)
        }
        elements()
        unsafe emit { unsafe yaml_sequence_end_event_initialize(&$0) }
    }

    func mapping(_ entries: () -> Void) {
        unsafe emit { unsafe yaml_mapping_start_event_initialize(&$0, nil, nil, 1, YAML_BLOCK_MAPPING_STYLE) }
        entries()
        unsafe emit { unsafe yaml_mapping_end_event_initialize(&$0) }
    }

    private func emit(_ initialize: (inout yaml_event_t) -> Int32) {
        var event = unsafe yaml_event_t()
        unsafe Self.require(initialize(&event))
        // It takes the event over, also where it fails.
        unsafe Self.require(yaml_emitter_emit(emitter, &event))
    }

    /// The functions fail without memory, for text that is no UTF-8, and for events out of order: a String is UTF-8,
    /// and `YAMLValue` makes no such order. Swift stops the program without memory, too.
    private static func require(_ result: Int32) { precondition(result == 1, "out of memory") }
}
