import Testing
import XignCrypto
import XignDomain
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

extension TestManager {
    /// Changes what the service asks of its users.
    func ask(for attributes: ServiceAttribute...) throws {
        var service = try service
        service.attributes = attributes
        service.policyVersion += 1
        try context.database.write { [service] in try $0.services.save(service) }
    }

    /// Gives a person a value; the first of an attribute is the primary one.
    @discardableResult
    func store(
        _ attribute: AttributeName, _ text: String, alias: String, isVerified: Bool = false,
        user: String = TestManager.userName
    ) throws -> AttributeValue {
        let isFirst = try values(attribute, user: user).isEmpty
        let value = AttributeValue(
            id: Array(SecureRandom.bytes(count: 16)), accountID: try account(user).id, attribute: attribute,
            disclosure: AttributeDisclosure(
                salt: Array(SecureRandom.bytes(count: 16)), name: attribute.rawValue, value: text),
            alias: alias, isPrimary: isFirst, verification: isVerified ? .operator : nil)
        try context.database.write { [clock] in
            try $0.attributeValues.save(value, at: clock.now)
        }
        return value
    }

    func replace(_ value: AttributeValue) throws {
        try context.database.write { [clock] in
            try $0.attributeValues.save(value, at: clock.now)
        }
    }

    func remove(_ value: AttributeValue) throws {
        try context.database.write { try $0.attributeValues.remove(value.id) }
    }

    func values(_ attribute: AttributeName, user: String = TestManager.userName) throws -> [AttributeValue] {
        let id = try account(user).id
        return try context.database.read { try $0.attributeValues.all(of: id) }
            .filter { $0.attribute == attribute }
    }

    func account(_ user: String = TestManager.userName) throws -> Account {
        try #require(try context.database.read { try $0.accounts.find(name: user) })
    }

    /// Reads the values that the website may receive for a login.
    func releases(_ session: SessionID) throws -> [AttributeName: String] {
        let releases = try context.database.read { transaction -> [AttributeRelease] in
            guard let activation = try transaction.processes.find(session)?.claim?.activationID else { return [] }
            return try transaction.attributeReleases.find(session, activation: activation).attributes
        }
        return Dictionary(uniqueKeysWithValues: releases.map { ($0.attribute, $0.disclosure.value) })
    }
}

extension ServiceAttribute {
    static func required(_ name: AttributeName, verified: Bool = false) -> ServiceAttribute {
        ServiceAttribute(name: name, isRequired: true, mustBeVerified: verified)
    }
    static func optional(_ name: AttributeName, verified: Bool = false) -> ServiceAttribute {
        ServiceAttribute(name: name, isRequired: false, mustBeVerified: verified)
    }
}
