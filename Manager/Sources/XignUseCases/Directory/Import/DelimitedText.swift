/// Records of cells, as spreadsheets write them (RFC 4180): with commas, semicolons or tabs, which the first line
/// decides.
struct DelimitedText {
    /// A record with the line on which it begins, counted from 1.
    struct Record: Equatable {
        let line: Int
        let cells: [String]
    }

    let records: [Record]

    /// - Parameter bytes: UTF-8, with or without a byte order mark.
    /// - Throws: `DeclarationErrors` for another encoding, and for quotes that do not match.
    init(_ bytes: [UInt8]) throws(DeclarationErrors) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        guard let text = String(validating: bytes.starts(with: mark) ? bytes[3...] : bytes[...], as: UTF8.self) else {
            throw Self.error(1, "the file is not UTF-8: let the spreadsheet save it as CSV UTF-8")
        }
        var reader = Reader(Array(text.unicodeScalars))
        records = try reader.read()
    }

    private static func error(_ line: Int, _ reason: String) -> DeclarationErrors {
        DeclarationErrors([DeclarationError(line: line, path: "", reason: reason)])
    }

    private struct Reader {
        private let scalars: [Unicode.Scalar]
        private let separator: Unicode.Scalar
        private var position = 0
        private var line = 1

        init(_ scalars: [Unicode.Scalar]) {
            self.scalars = scalars
            let header = scalars.prefix { $0 != "\n" && $0 != "\r" }
            let counts = ([",", ";", "\t"] as [Unicode.Scalar]).map { candidate in
                (candidate, header.count { $0 == candidate })
            }
            separator = counts.max { $0.1 < $1.1 }?.0 ?? ","
        }

        mutating func read() throws(DeclarationErrors) -> [Record] {
            var records: [Record] = []
            while position < scalars.count {
                let record = try record()
                // Spreadsheets end their files with empty lines.
                if record.cells.contains(where: { !$0.isEmpty }) { records.append(record) }
            }
            return records
        }

        private mutating func record() throws(DeclarationErrors) -> Record {
            let begin = line
            var cells: [String] = []
            while true {
                cells.append(try cell())
                guard position < scalars.count else { return Record(line: begin, cells: cells) }
                let end = scalars[position]
                position += 1
                guard end != separator else { continue }
                if end == "\r", position < scalars.count, scalars[position] == "\n" { position += 1 }
                line += 1
                return Record(line: begin, cells: cells)
            }
        }

        private mutating func cell() throws(DeclarationErrors) -> String {
            var text = String.UnicodeScalarView()
            guard position < scalars.count, scalars[position] == "\"" else {
                while position < scalars.count, !isEnd(scalars[position]) {
                    text.append(scalars[position])
                    position += 1
                }
                return String(text)
            }
            let begin = line
            position += 1
            while position < scalars.count {
                let scalar = scalars[position]
                position += 1
                if scalar == "\"" {
                    guard position < scalars.count, scalars[position] == "\"" else {
                        guard position == scalars.count || isEnd(scalars[position]) else {
                            throw DelimitedText.error(line, "a quoted cell goes on behind its last quote")
                        }
                        return String(text)
                    }
                    position += 1
                }
                if scalar == "\n" { line += 1 }
                text.append(scalar)
            }
            throw DelimitedText.error(begin, "a quote has no end")
        }

        private func isEnd(_ scalar: Unicode.Scalar) -> Bool {
            scalar == separator || scalar == "\n" || scalar == "\r"
        }
    }
}
