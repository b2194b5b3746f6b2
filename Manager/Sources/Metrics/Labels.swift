/// The labels of a series.
///
/// All values are known before the first request, so that no request can create a series. A value is an identifier of
/// the program: never personal data, an address, or text that a user, a website or an operator has chosen.
package protocol Labels: Hashable, Sendable {
    static var names: [String] { get }
    /// The labels of all series of a family.
    static var all: [Self] { get }
    /// One for each name.
    var values: [String] { get }
}

/// An enum that is a label of its own.
package protocol Label: Labels, CaseIterable, RawRepresentable where RawValue == String {
    static var labelName: String { get }
}

extension Label {
    package static var names: [String] { [labelName] }
    package static var all: [Self] { Array(allCases) }
    package var values: [String] { [rawValue] }
}

/// No label: a family of one series.
package struct NoLabels: Labels {
    package static let names: [String] = []
    package static let all = [NoLabels()]
    package let values: [String] = []
}

/// Two labels: a series for each pair of values.
package struct Both<First: Label, Second: Label>: Labels {
    package let first: First
    package let second: Second

    package init(_ first: First, _ second: Second) { (self.first, self.second) = (first, second) }

    package static var names: [String] { First.names + Second.names }
    package static var all: [Both] { First.allCases.flatMap { first in Second.allCases.map { Both(first, $0) } } }
    package var values: [String] { first.values + second.values }
}
