import Spelling
import XignDomain
import XignProtocol

/// Requirements for the security of devices.
extension ApplyRun {
    mutating func security(_ declared: Declaration.Security, _ path: String) -> SecurityRequirements {
        let refused = words(declared.refuse, of: SecurityRequirements.refusable, "\(path).refuse") ?? []
        let platforms = Platform.allCases.filter { $0 != .web }.map(\.rawValue)
        var minimumSystem: [Platform: SystemVersion] = [:]
        // A dictionary has no order, and messages have one.
        for (name, text) in (declared.minimumSystem ?? [:]).sorted(by: { $0.key < $1.key }) {
            let path = "\(path).minimumSystem.\(name)"
            let platform = platforms.contains(name) ? Platform(rawValue: name) : nil
            if platform == nil {
                let advice = Spelling.nearest(to: name, among: platforms).map { "; did you mean \($0)?" } ?? ""
                refuse(path, "the platform must be one of \(platforms.joined(separator: ", "))\(advice)")
            }
            let version = SystemVersion(text)
            expect(version != nil, path, "a version in quotes, such as \"17.6\"")
            if let platform, let version { minimumSystem[platform] = version }
        }
        return SecurityRequirements(refused: Set(refused), minimumSystem: minimumSystem)
    }
}
