import XignDomain
import XignProtocol
import XignStorage

/// The attributes of users.
extension ApplyRun {
    mutating func apply(
        _ declared: [String: Declaration.AttributeValues], of account: Account, _ path: String
    ) throws {
        let attributes = UserAttributes(account: account, transaction: transaction, now: now)
        var changed: [(name: String, removedCount: Int)] = []
        for (name, values) in declared.sorted(by: { $0.key < $1.key }) {
            let path = "\(path).\(name)"
            if let attribute = policy.attributes.first(where: { $0.name.hasSameBytes(as: name) }) {
                if let change = try apply(values, of: attribute, to: account, path), change.isChange {
                    changed.append((name, change.removedCount))
                }
                continue
            }
            guard let attribute = attributeName(name, path) else { continue }
            let errorsBefore = errors.count
            let replacement = declaredValues(values, of: attribute, path)
            guard errors.count == errorsBefore else { continue }
            do throws(AttributeRefusal) { try attributes.check(replacement, attribute) } catch {
                refuse(values.path(of: error.index, path), error.reason)
            }
            guard isSound else { continue }
            let change = try attributes.replace(attribute, by: replacement)
            if change.isChange { changed.append((name, change.removedCount)) }
        }
        guard !changed.isEmpty else { return }
        let texts = changed.map { name, removed in removed == 0 ? name : "\(name) (\(removed) removed)" }
        let names = texts.joined(separator: ", ")
        try record(
            "changed attributes of \(account.name): \(names)", .attributesChanged, audited: names, account: account)
    }

    /// Returns the values that can be read, and notes the others as errors.
    private mutating func declaredValues(
        _ declared: Declaration.AttributeValues, of attribute: AttributeName, _ path: String
    ) -> [UserAttributes.DeclaredValue] {
        switch declared {
        case .one(let value): return [declaredValue(value, of: attribute, path)].compactMap(\.self)
        case .list(let list):
            return list.enumerated().compactMap { declaredValue($1, of: attribute, "\(path)[\($0)]") }
        }
    }

    private mutating func declaredValue(
        _ declared: Declaration.AttributeValue, of attribute: AttributeName, _ path: String
    ) -> UserAttributes.DeclaredValue? {
        do throws(AttributeRefusal) {
            let text =
                switch declared.value {
                case .text(let typed): try attribute.canonicalText(ofTyped: typed, at: now)
                case .address(let address): try attribute.canonicalText(of: address)
                case .number, .boolean: throw AttributeRefusal(.notText)
                }
            return UserAttributes.DeclaredValue(
                text: text, alias: try AttributeRefusal.canonicalAlias(declared.alias),
                isPrimary: declared.primary ?? false,
                staysUnselected: declared.primary == false,
                verification: declared.verified.map { .set($0.verification) } ?? .kept)
        } catch {
            refuse(path, error.reason)
            return nil
        }
    }

    private mutating func attributeName(_ name: String, _ path: String) -> AttributeName? {
        do throws(AttributeRefusal) { return try AttributeName(named: name) } catch {
            guard hasReadAttributes || !DeclaredAttribute.isName(name) else { return nil }
            let advice = DeclaredAttribute.advice(for: name, besides: policy.attributes)
            refuse(path, AttributeRefusal(.unknownAttribute(advice: advice)).reason)
            return nil
        }
    }
}

extension Declaration.AttributeValues {
    /// Returns the path of one value in the file; without an index, the path of all.
    fileprivate func path(of index: Int?, _ path: String) -> String {
        if case .list = self, let index { "\(path)[\(index)]" } else { path }
    }
}

extension AttributeName {
    fileprivate func canonicalText(of address: Declaration.Address) throws(AttributeRefusal) -> String {
        guard self == .address else { throw AttributeRefusal(.notAnAddress) }
        return try AttributeRefusal.explaining { () throws(AddressText.Refusal) in
            try AddressText(
                typedStreet: address.street, postalCode: address.postalCode ?? "", locality: address.locality,
                region: address.region, country: address.country)
        }.text
    }
}
