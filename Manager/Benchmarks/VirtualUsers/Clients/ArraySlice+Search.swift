extension ArraySlice<UInt8> {
    /// The index at which `text` begins, or nil where it does not occur.
    func position(of text: StaticString) -> Int? {
        let count = text.utf8CodeUnitCount
        return unsafe withUnsafeBytes { bytes in
            let (start, needle) = unsafe (bytes, text.utf8Start)
            guard count <= start.count else { return nil }
            for offset in 0...(start.count - count) where unsafe start[offset] == needle[0] {
                var matched = 1
                while matched < count, unsafe start[offset + matched] == needle[matched] { matched += 1 }
                if matched == count { return startIndex + offset }
            }
            return nil
        }
    }

    /// The text between `beginning` and `end`, or nil where either does not occur.
    func text(behind beginning: StaticString, upTo end: UInt8) -> String? {
        guard let position = position(of: beginning) else { return nil }
        let rest = self[(position + beginning.utf8CodeUnitCount)...]
        guard let last = rest.firstIndex(of: end) else { return nil }
        return String(decoding: rest[..<last], as: UTF8.self)
    }
}
