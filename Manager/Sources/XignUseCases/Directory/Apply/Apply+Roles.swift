import Spelling
import XignDomain
import XignProtocol

/// Roles of services.
extension ApplyRun {
    mutating func roles(
        _ declared: [RoleDeclaration], of service: Service, _ old: [Role], _ path: String
    ) -> [Role] {
        expect((1...20).contains(declared.count), path, "1 to 20 roles")
        expect(Set(declared.map(\.name)).count == declared.count, path, "each role once")
        return declared.enumerated().map { index, declared in
            let path = "\(path)[\(index)]"
            // The second search finds a role from the time before names had to be canonical.
            let existing =
                old.first { $0.name.hasSameBytes(as: declared.name) }
                ?? old.first { CanonicalText.cleaned($0.name).hasSameBytes(as: declared.name) }
            let role = Role(id: existing?.id ?? .random(), serviceID: service.id, declared: declared)
            let flaws = declared.flaws
            refuse(flaws, of: path)
            expect(
                !flaws.isEmpty || role.offered(by: policy) != nil, "\(path).alternatives",
                "a list with an alternative without biometric, unless `settings.biometric` is true or names a platform "
                    + "of the role")
            return role
        }
    }

    /// Returns the declared words in a fixed order, so that another order is no change; nil where the key is left out.
    mutating func words<Word: RawRepresentable<String> & Equatable>(
        _ declared: [String]?, of known: [Word], _ path: String
    ) -> [Word]? {
        guard let declared else { return nil }
        let names = known.map(\.rawValue)
        let list = names.joined(separator: ", ")
        expect(!declared.isEmpty, path, "left out, or a list of some of \(list)")
        for (index, name) in declared.enumerated() {
            if !names.contains(name) {
                let advice = Spelling.nearest(to: name, among: names).map { "; did you mean \($0)?" } ?? ""
                refuse("\(path)[\(index)]", "must be one of \(list)\(advice)")
            } else if declared[..<index].contains(name) {
                refuse("\(path)[\(index)]", "\(name) is there before it")
            }
        }
        return known.filter { declared.contains($0.rawValue) }
    }
}
