import XignCrypto
import XignDomain
import XignProtocol

extension AttributeOffers {
    /// Releases what the offers ask for now, as far as a statement has confirmed the very same values.
    ///
    /// Permissions are for one login each, and are none of these. An optional value that the person does not have is
    /// no question: nothing is told.
    /// - Returns: nil where the statement lacks a value, or has another one: its person must be asked.
    func releases(confirmedIn statement: ConsentStatement) -> Releases? {
        var releases = Releases(attributes: [], additional: withoutQuestion)
        for offer in offers where offer.isRequired || !offer.values.isEmpty {
            guard let confirmed = statement.attributes.first(where: { $0.name.hasSameBytes(as: offer.name.rawValue) }),
                let value = offer.values.first(where: { $0.disclosure.digest == confirmed.digest })
            else { return nil }
            releases.attributes.append(
                AttributeRelease(
                    attribute: offer.name, disclosure: value.disclosure,
                    source: .stored(valueID: value.id, isChoice: false), verification: value.verification,
                    destinations: offer.requirement.destinations, derivedOnly: offer.requirement.derivedOnly))
        }
        for offer in additional where offer.kind == .value && (offer.isRequired || offer.content != nil) {
            guard let content = offer.content, statement.names(content, offer.name, aliasKey) else { return nil }
            releases.additional.append(
                AdditionalRelease(
                    name: offer.name,
                    disclosure: AttributeDisclosure(
                        salt: Array(SecureRandom.bytes(count: 16)), name: offer.name.rawValue, value: content.value),
                    destinations: offer.destinations))
        }
        return releases
    }
}

extension ConsentStatement {
    /// True if the statement names an addition with exactly this value: the id of its alias is a keyed hash of it.
    func names(_ content: AdditionalOffer.Content, _ name: AdditionalName, _ key: AliasKey) -> Bool {
        let id = key.id(of: content, named: name)
        return attributes.contains { $0.aliasID?.hasSameBytes(as: id) ?? false }
    }
}
