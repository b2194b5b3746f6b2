import XignDomain
import XignProtocol
import XignStorage

/// What services ask for, and what users have.
extension ApplyRun {
    func attributes(_ declared: [Declaration.ServiceAttribute], _ path: String) throws -> [ServiceAttribute] {
        var attributes: [ServiceAttribute] = []
        for (index, declared) in declared.enumerated() {
            let path = "\(path)[\(index)]"
            let name = try attributeName(declared.name, path)
            try require(
                !attributes.contains { $0.name == name }, path, "there once: \(name.rawValue) is there before it")
            try require(
                name.isVerifiable || declared.verified == nil, "\(path).verified",
                "left out: only email and phoneNumber can be verified")
            attributes.append(
                ServiceAttribute(
                    name: name, isRequired: declared.required ?? true,
                    mustBeVerified: declared.verified ?? name.isVerifiable))
        }
        return attributes
    }

    mutating func apply(
        _ declared: [String: Declaration.AttributeValues], of account: Account, _ path: String
    ) throws {
        let attributes = UserAttributes(account: account, transaction: transaction, vault: vault, now: now)
        var changed: [AttributeName] = []
        for (name, values) in declared.sorted(by: { $0.key < $1.key }) {
            let path = "\(path).\(name)"
            let attribute = try attributeName(name, path)
            let stated = try stated(values, of: attribute, path)
            do {
                if try attributes.replace(attribute, by: stated) { changed.append(attribute) }
            } catch let error as AttributeRefusal {
                throw DeclarationError(path: values.path(of: error.index, path), reason: error.reason)
            }
        }
        guard !changed.isEmpty else { return }
        try attributes.record(changed)
        changes.append(
            "changed attributes of \(account.name): \(changed.map(\.rawValue).joined(separator: ", "))")
    }

    private func stated(
        _ declared: Declaration.AttributeValues, of attribute: AttributeName, _ path: String
    ) throws -> [UserAttributes.Stated] {
        switch declared {
        case .one(let value): [try stated(value, of: attribute, path)]
        case .list(let list): try list.enumerated().map { try stated($1, of: attribute, "\(path)[\($0)]") }
        }
    }

    private func stated(
        _ declared: Declaration.AttributeValue, of attribute: AttributeName, _ path: String
    ) throws -> UserAttributes.Stated {
        let text: String
        do {
            switch declared.value {
            case .text(let typed): text = try attribute.canonicalText(ofTyped: typed, at: now)
            case .address(let address): text = try attribute.canonicalText(of: address)
            }
        } catch { throw DeclarationError(path: path, reason: error.reason) }
        return UserAttributes.Stated(
            text: text, alias: declared.alias, isPrimary: declared.primary ?? false, isVerified: declared.verified)
    }

    private func attributeName(_ name: String, _ path: String) throws -> AttributeName {
        do { return try AttributeName(named: name) } catch { throw DeclarationError(path: path, reason: error.reason) }
    }
}

extension Declaration.AttributeValues {
    /// Where one of the values stands; nil for all of them.
    fileprivate func path(of index: Int?, _ path: String) -> String {
        if case .list = self, let index { "\(path)[\(index)]" } else { path }
    }
}

extension AttributeName {
    fileprivate func canonicalText(of address: Declaration.Address) throws(AttributeRefusal) -> String {
        guard self == .address else { throw AttributeRefusal("must be a text, not an address") }
        return try AttributeRefusal.explaining { () throws(AddressText.Refusal) in
            try AddressText(
                street: address.street, postalCode: address.postalCode, locality: address.locality,
                region: address.region, country: CountryCode.canonical(address.country))
        }.text
    }
}
