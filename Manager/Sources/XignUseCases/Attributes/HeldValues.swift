import XignDomain
import XignStorage

/// The values beyond the twelve attributes that an account holds at a service.
struct HeldValues {
    let account: AccountID
    let service: Service
    let transaction: any Transaction

    /// Reads the texts of some values, without those that the account does not hold.
    func callAsFunction(_ values: [AdditionalValue]) throws -> [AdditionalName: String] {
        var held: [AdditionalName: String] = [:]
        for value in values {
            switch value {
            case .groups:
                let groups = try transaction.groups.names(of: account, in: service.organizationID)
                held[value.name] = groups.all.isEmpty ? nil : groups.text
            case .accountName: held[value.name] = try transaction.accountNames.name(of: account, at: service.id)
            case .attribute(let attribute, _):
                held[value.name] = try transaction.declaredValues.value(of: attribute.name, account)
            }
        }
        return held
    }
}
