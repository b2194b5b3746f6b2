import Spelling
import XignSDK

extension PersonalAttribute.Name {
    /// The names of all attributes, in the order of the questions.
    static var names: [String] { allCases.map(\.rawValue) }

    /// - Throws: ``CommandFailure`` with the most similar name.
    init(named name: String) throws(CommandFailure) {
        guard let known = Self(rawValue: name) else {
            let (names, nearest) = (Self.names, Spelling.nearest(to: name, among: Self.names))
            throw CommandFailure(.usage) { $0.attributes.unknown(name, nearest: nearest, known: names) }
        }
        self = known
    }
}
