import Foundation

/// A file of test vectors in NIST's format: records of `name = value` lines, under headings in brackets.
struct ResponseFile {
    /// A record with its headings.
    struct Record: CustomStringConvertible {
        let headings: [String]
        let fields: [String: String]

        subscript(_ name: String) -> String? { fields[name.lowercased()] }

        func text(_ name: String) throws -> String {
            guard let value = self[name] else { throw MissingField(name: name, record: self) }
            return value
        }

        /// Reads bytes: hexadecimal digits, or characters in quotation marks.
        func data(_ name: String) throws -> Data {
            let value = try text(name)
            return value.hasPrefix("\"") ? Data(value.dropFirst().dropLast().utf8) : try hex(value)
        }

        func int(_ name: String) throws -> Int {
            guard let value = Int(try text(name)) else { throw MissingField(name: name, record: self) }
            return value
        }

        /// Reads a number, big-endian and padded to `count` bytes; nil where it is longer.
        func number(_ name: String, _ count: Int) throws -> Data? {
            let value = try text(name)
            let bytes = try hex(value.count.isMultiple(of: 2) ? value : "0" + value).drop { $0 == 0 }
            return bytes.count > count ? nil : Data(count: count - bytes.count) + bytes
        }

        /// True if the file marks the record as valid: `P (0 )`, and not `F (1 - ...)`.
        var isValid: Bool { self["Result"]?.hasPrefix("P") ?? false }

        var description: String { "\(headings) \(fields)" }
    }

    struct MissingField: Error {
        let name: String
        let record: Record
    }

    /// Reads the records of a file in the folder of vectors.
    /// - Parameters:
    ///   - first: the name that begins a new record.
    ///   - carried: a name between records whose value applies to all that follow.
    ///   - wanted: selects records by their headings.
    static func records(
        _ path: String, startingWith first: String, carrying carried: String? = nil,
        under wanted: ([String]) -> Bool = { _ in true }
    ) throws -> [Record] {
        var records: [Record] = []
        var headings: [String] = []
        var fields: [String: String] = [:]
        var carriedValue: String?
        var readsHeadings = false
        var isWanted = wanted([])

        func endRecord() {
            if fields[first.lowercased()] != nil {
                if let carried { fields[carried.lowercased()] = carriedValue }
                records.append(Record(headings: headings, fields: fields))
            }
            fields = [:]
        }

        for bytes in [UInt8](try Data(contentsOf: TestEnvironment.vectors().appending(path: path)))
            .split(separator: UInt8(ascii: "\n"))
        {
            if bytes.first == UInt8(ascii: "[") {
                endRecord()
                if !readsHeadings { headings = [] }
                readsHeadings = true
                headings.append(text(bytes))
                isWanted = wanted(headings)
                continue
            }
            if bytes.first == UInt8(ascii: "#") || bytes.first == UInt8(ascii: "\r") { continue }
            readsHeadings = false
            guard isWanted else { continue }
            let line = text(bytes)
            // Some files have this line instead of `Result = F`.
            if line == "FAIL" { fields["result"] = "F" }
            guard let sign = line.firstIndex(of: "=") else { continue }
            let name = line[..<sign].trimmingCharacters(in: .whitespaces).lowercased()
            let value = line[line.index(after: sign)...].trimmingCharacters(in: .whitespaces)
            if name == carried?.lowercased() {
                endRecord()
                carriedValue = value
                continue
            }
            if name == first.lowercased() { endRecord() }
            fields[name] = value
        }
        endRecord()
        return records
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
