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
}
