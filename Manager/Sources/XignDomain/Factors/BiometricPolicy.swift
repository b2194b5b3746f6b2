/// The platforms on which devices may enrol a biometric key and log in with it.
///
/// It is a preference and not a control. The platform is the device's own word, and nothing proves that a biometric
/// sensor protects the key: a program can name any platform, and enrol any key as biometric.
public enum BiometricPolicy: Sendable, Equatable {
    case none
    case all
    /// These platforms and no other: at least one, in the order of `Platform.allCases`.
    case platforms([Platform])

    /// Returns true if a device of this platform may have a biometric key.
    /// - Parameter platform: as it was enrolled; nil for a device that named none.
    public func allows(_ platform: String?) -> Bool {
        switch self {
        case .none: false
        case .all: true
        case .platforms(let named): platform.flatMap(Platform.init(rawValue:)).map(named.contains) ?? false
        }
    }

    /// Returns true if a device of some of these platforms may have a biometric key.
    /// - Parameter platforms: those of a role; nil: all but `Web`.
    public func allowsAny(of platforms: [Platform]?) -> Bool {
        switch self {
        case .none: false
        case .all: true
        case .platforms(let named): named.contains { platforms?.contains($0) ?? ($0 != .web) }
        }
    }
}

/// The stored form, as in a declaration: `true`, `false`, or a list of platforms.
extension BiometricPolicy: Codable {
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let isAllowed = try? value.decode(Bool.self) {
            self = isAllowed ? .all : .none
        } else {
            // A newer version may have stored a platform that this one does not know. It allows nothing here.
            self = .platforms(try value.decode([String].self).compactMap(Platform.init(rawValue:)))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .none: try value.encode(false)
        case .all: try value.encode(true)
        case .platforms(let platforms): try value.encode(platforms.map(\.rawValue))
        }
    }
}
