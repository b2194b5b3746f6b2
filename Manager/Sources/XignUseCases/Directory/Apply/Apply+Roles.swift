import Spelling
import XignDomain
import XignProtocol

/// Roles of services.
extension ApplyRun {
    mutating func roles(
        _ declared: [Declaration.Role], of service: Service, _ old: [Role], _ path: String
    ) -> [Role] {
        expect((1...20).contains(declared.count), path, "1 to 20 roles")
        let names = declared.enumerated().map { displayText($1.name, "\(path)[\($0)].name") }
        expect(Set(names).count == names.count, path, "each role once")
        return declared.enumerated().map { index, declared in
            let path = "\(path)[\(index)]"
            let name = names[index]
            // The second search finds a role from the time before names had to be canonical.
            let existing =
                old.first { $0.name.hasSameBytes(as: name) }
                ?? old.first { CanonicalText.cleaned($0.name).hasSameBytes(as: name) }
            let errorsBefore = errors.count
            let role = Role(
                id: existing?.id ?? .random(), serviceID: service.id, name: name,
                alternatives: alternatives(declared.alternatives, "\(path).alternatives"),
                isDefault: !(declared.assigned ?? false),
                platforms: words(declared.platforms, of: Platform.allCases, "\(path).platforms"),
                channels: words(declared.channels, of: Role.loginChannels, "\(path).channels"))
            expect(
                errors.count > errorsBefore || role.offered(by: policy) != nil, "\(path).alternatives",
                "a list with an alternative without biometric, unless `settings.biometric` is true or names a platform "
                    + "of the role")
            return role
        }
    }

    private mutating func alternatives(_ declared: [[String]], _ path: String) -> [[FactorType]] {
        expect((1...10).contains(declared.count), path, "1 to 10 lists of factors")
        return declared.enumerated().map { index, names in
            let factors = names.compactMap(FactorType.init(rawValue:)).filter { $0.algorithm != nil }.sorted()
            expect(
                factors.count == names.count && Set(factors).count == factors.count && factors.contains(.device),
                "\(path)[\(index)]", "factors out of device, pin and biometric, each once, the device always among them"
            )
            return factors
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
