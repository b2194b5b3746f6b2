/// A memory buffer for the texts and blobs of one statement's parameters, reused by its connection.
///
/// The engines read parameters through pointers while a statement runs. Neither a Swift string nor an array can be
/// pointed to beyond a closure, and the engines' own copies cost an allocation each. This buffer costs one copy and,
/// once it has grown, no allocation. Its memory is zeroed before it is freed, since parameters may be secrets.
@safe struct ParameterBuffer: ~Copyable {
    private var memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 1024, alignment: 8)
    private var used = 0

    deinit {
        unsafe memory.initializeMemory(as: UInt8.self, repeating: 0)
        unsafe memory.deallocate()
    }

    /// Empties the buffer and makes room for `parameters`, so that no pointer into it moves before the next reset.
    mutating func reset(for parameters: [SQL.Parameter]) {
        var needed = 0
        for parameter in parameters {
            switch parameter {
            case .text(let text?): needed += text.utf8.count + 1
            case .bytes(let bytes?): needed += bytes.count + 1
            case .integer, .boolean, .text(nil), .bytes(nil): needed += 8
            }
        }
        used = 0
        guard unsafe needed > memory.count else { return }
        unsafe memory.initializeMemory(as: UInt8.self, repeating: 0)
        unsafe memory.deallocate()
        unsafe memory = .allocate(byteCount: max(needed, 2 * memory.count), alignment: 8)
    }

    mutating func append(_ bytes: [UInt8]) -> UnsafeRawBufferPointer {
        unsafe bytes.withUnsafeBytes { unsafe append($0) }
    }

    /// Throws `.invalidText` if `text` contains NUL.
    mutating func append(_ text: String) throws(StorageError) -> UnsafeRawBufferPointer {
        var text = text
        let copy = text.withUTF8 { unsafe append(UnsafeRawBufferPointer($0)) }
        if unsafe copy.contains(0) { throw StorageError(.invalidText) }
        return unsafe copy
    }

    /// Appends in network byte order, as PostgreSQL's binary format has it.
    mutating func append(_ integer: Int64) -> UnsafeRawBufferPointer {
        unsafe Swift.withUnsafeBytes(of: integer.bigEndian) { unsafe append($0) }
    }

    /// Appends a copy. Its address is never null, even without bytes: the engines take a null pointer for NULL.
    private mutating func append(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        // `reset` has made room for each value and one byte more.
        let place = unsafe UnsafeMutableRawBufferPointer(rebasing: memory[used..<used + max(bytes.count, 1)])
        unsafe place.copyMemory(from: bytes)
        used += place.count
        return unsafe UnsafeRawBufferPointer(rebasing: place[..<bytes.count])
    }
}
