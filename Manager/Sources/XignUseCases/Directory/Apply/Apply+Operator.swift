import XignDomain
import XignProtocol
import XignStorage

/// The operator's profile.
extension ApplyRun {
    mutating func apply(_ profile: OperatorProfile) throws {
        let path = "settings.operator"
        refuse(profile.flaws, of: path)
        if let name = profile.name { expectOtherThanOwn(name, "\(path).name") }
        let old = try transaction.settings.operatorProfile()
        guard isSound, profile != old else { return }
        try transaction.settings.save(profile)
        let change = differences(from: old.rendered(.declared), to: profile.rendered(.declared, without: []))
        try record("changed the operator: \(change)")
    }
}
