/// A place in the text, counted from 1.
struct Position: Hashable, Sendable {
    var line = 1
    var column = 1
}

/// The steps from the top of a document to a value.
struct Path: Hashable, Sendable, CustomStringConvertible {
    enum Step: Hashable, Sendable {
        case key(String)
        case index(Int)
    }

    private(set) var steps: [Step] = []

    func appending(_ step: Step) -> Path {
        var path = self
        path.steps.append(step)
        return path
    }

    var description: String {
        steps.reduce(into: "") { text, step in
            switch step {
            case .index(let index): text += "[\(index)]"
            case .key(let key): text += (text.isEmpty ? "" : ".") + key
            }
        }
    }

    var codingKeys: [any CodingKey] {
        steps.map { step in
            switch step {
            case .index(let index): AnyKey(intValue: index)
            case .key(let key): AnyKey(stringValue: key)
            }
        }
    }
}

/// A coding key of any kind.
struct AnyKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
    init(intValue: Int) { (stringValue, self.intValue) = ("\(intValue)", intValue) }
}
