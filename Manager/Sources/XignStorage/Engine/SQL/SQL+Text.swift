extension SQL {
    /// The text of a statement, known by its literals: to find a prepared statement, no text is put together or hashed.
    struct Text: Hashable, Sendable {
        enum Part: Hashable, Sendable {
            /// The address of UTF-8 that ends with NUL and is never freed.
            case literal(UInt)
            /// A number of parameters, with commas between them.
            case parameters(Int)
        }

        var parts: [Part] = []

        static func == (left: Text, right: Text) -> Bool { left.parts == right.parts }

        /// Hashes few bits of each part, since `==` compares them all.
        func hash(into hasher: inout Hasher) {
            var mixed: UInt = 0
            for part in parts {
                mixed = (mixed ^ part.number) &* 0x9E37_79B9_7F4A_7C15
                mixed ^= mixed >> 32
            }
            hasher.combine(mixed)
        }

        /// True for a text that begins with `SELECT`.
        var isSelection: Bool {
            guard let first = parts.first else { return false }
            return "\(Self(parts: [first]))".starts(with: "SELECT")
        }
    }
}

extension SQL.Text.Part {
    init(_ literal: StaticString) { self = unsafe .literal(UInt(bitPattern: literal.utf8Start)) }

    /// Makes a copy of a text, which is never freed.
    init(keeping text: String) {
        let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count + 1)
        _ = unsafe bytes.initialize(fromContentsOf: Array(text.utf8) + [0])
        self = .literal(UInt(bitPattern: bytes.baseAddress))
    }

    fileprivate var number: UInt {
        switch self {
        case .literal(let address): address
        case .parameters(let count): UInt(count)
        }
    }
}

extension SQL.Text: CustomStringConvertible {
    /// The text as the engines read it.
    var description: String {
        var (text, number) = ("", 0)
        for part in parts {
            switch part {
            case .literal(let address):
                if let start = unsafe UnsafePointer<UInt8>(bitPattern: address) {
                    text += unsafe String(cString: start)
                }
            case .parameters(let count):
                text += (0..<count).map { "$\(number + $0 + 1)" }.joined(separator: ", ")
                number += count
            }
        }
        return text
    }
}
