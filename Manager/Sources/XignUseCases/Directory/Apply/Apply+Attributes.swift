import XignDomain
import XignProtocol
import XignStorage

/// What services ask for, and what users have.
extension ApplyRun {
    mutating func attributes(_ declared: [Declaration.ServiceAttribute], _ path: String) -> [ServiceAttribute] {
        var attributes: [ServiceAttribute] = []
        for (index, declared) in declared.enumerated() {
            let path = "\(path)[\(index)]"
            guard let name = attributeName(declared.name, path) else { continue }
            expect(!attributes.contains { $0.name == name }, path, "there once: \(name.rawValue) is there before it")
            expect(
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
        let attributes = UserAttributes(account: account, transaction: transaction, now: now)
        var changed: [(attribute: AttributeName, removedCount: Int)] = []
        for (name, values) in declared.sorted(by: { $0.key < $1.key }) {
            let path = "\(path).\(name)"
            guard let attribute = attributeName(name, path) else { continue }
            let errorsBefore = errors.count
            let stated = stated(values, of: attribute, path)
            guard errors.count == errorsBefore else { continue }
            do throws(AttributeRefusal) { try attributes.check(stated, attribute) } catch {
                refuse(values.path(of: error.index, path), error.reason)
            }
            guard isSound else { continue }
            let change = try attributes.replace(attribute, by: stated)
            if change.isChange { changed.append((attribute, change.removedCount)) }
        }
        guard !changed.isEmpty else { return }
        let texts = changed.map { attribute, removed in
            removed == 0 ? attribute.rawValue : "\(attribute.rawValue) (\(removed) removed)"
        }
        try record(
            "changed attributes of \(account.name): \(texts.joined(separator: ", "))", .attributesChanged,
            account: account)
    }

    /// Without those that cannot be read, which are noted.
    private mutating func stated(
        _ declared: Declaration.AttributeValues, of attribute: AttributeName, _ path: String
    ) -> [UserAttributes.Stated] {
        switch declared {
        case .one(let value): return [stated(value, of: attribute, path)].compactMap(\.self)
        case .list(let list):
            return list.enumerated().compactMap { stated($1, of: attribute, "\(path)[\($0)]") }
        }
    }

    private mutating func stated(
        _ declared: Declaration.AttributeValue, of attribute: AttributeName, _ path: String
    ) -> UserAttributes.Stated? {
        do throws(AttributeRefusal) {
            let text =
                switch declared.value {
                case .text(let typed): try attribute.canonicalText(ofTyped: typed, at: now)
                case .address(let address): try attribute.canonicalText(of: address)
                }
            return UserAttributes.Stated(
                text: text, alias: try AttributeRefusal.canonicalAlias(declared.alias),
                isPrimary: declared.primary ?? false, isVerified: declared.verified)
        } catch {
            refuse(path, error.reason)
            return nil
        }
    }

    private mutating func attributeName(_ name: String, _ path: String) -> AttributeName? {
        do throws(AttributeRefusal) { return try AttributeName(named: name) } catch {
            refuse(path, error.reason)
            return nil
        }
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
                typedStreet: address.street, postalCode: address.postalCode, locality: address.locality,
                region: address.region, country: address.country)
        }.text
    }
}
