import Foundation

/// A file of test vectors in NIST's form: `name = value` lines in records, under headings in brackets.
struct ResponseFile {
    /// One record, with the headings it stands under.
    struct Record: CustomStringConvertible {
        let headings: [String]
        let fields: [String: String]

        subscript(_ name: String) -> String? { fields[name.lowercased()] }

        func text(_ name: String) throws -> String {
            guard let value = self[name] else { throw MissingField(name: name, record: self) }
            return value
        }

        /// Bytes: hexadecimal digits, or characters in quotation marks.
        func data(_ name: String) throws -> Data {
            let value = try text(name)
            return value.hasPrefix("\"") ? Data(value.dropFirst().dropLast().utf8) : try hex(value)
        }

        func int(_ name: String) throws -> Int {
            guard let value = Int(try text(name)) else { throw MissingField(name: name, record: self) }
            return value
        }

        /// A number, big-endian and filled to `count` bytes; nil where it is longer.
        func number(_ name: String, _ count: Int) throws -> Data? {
            let value = try text(name)
            let bytes = try hex(value.count.isMultiple(of: 2) ? value : "0" + value).drop { $0 == 0 }
            return bytes.count > count ? nil : Data(count: count - bytes.count) + bytes
        }

        /// Whether the file calls the record valid: `P (0 )`, and not `F (1 - ...)`.
        var isValid: Bool { self["Result"]?.hasPrefix("P") ?? false }

        var description: String { "\(headings) \(fields)" }
    }

    struct MissingField: Error {
        let name: String
        let record: Record
    }

    /// Reads the records of a file below the vectors' folder.
    /// - Parameters:
    ///   - first: The name whose next appearance begins a new record.
    ///   - carried: A name that stands between records and holds for all that follow.
    ///   - wanted: Chooses records by the headings they stand under.
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
            // Some files say so instead of `Result = F`.
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
