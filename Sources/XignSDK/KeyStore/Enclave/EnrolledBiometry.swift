import Foundation
internal import XignProtocol

/// The biometrics that are enrolled in the device.
enum EnrolledBiometry: Equatable {
    /// A hash that changes whenever the enrolled biometrics change.
    struct Hash: Codable, Equatable {
        let value: Octets
        /// The major version of the system that computed it. The next one may compute another hash of the same
        /// biometrics (LocalAuthentication, LADomainState.h).
        let systemVersion: Int
    }

    /// No biometrics are enrolled.
    case none
    /// Biometrics are enrolled.
    case some(Hash)
    /// The system does not tell it, for example since biometrics are locked after too many failures.
    case unknown

    /// Makes the value from the answers of LocalAuthentication.
    ///
    /// - Parameters:
    ///   - stateHash: `LADomainStateBiometry.stateHash`, which is nil if nothing is enrolled, and perhaps also while
    ///     biometrics are locked.
    ///   - systemVersion: the major version of the system.
    ///   - failure: the code of the error with which biometrics cannot be evaluated; nil if they can be.
    init(stateHash: Data?, systemVersion: Int, failure: Int?) {
        if let stateHash {
            self = .some(Hash(value: Octets(stateHash), systemVersion: systemVersion))
        } else if let failure, LocalAuthenticationCode.ofNothingEnrolled.contains(failure) {
            self = .none
        } else {
            self = .unknown
        }
    }

    /// The hash, if it is known.
    var hash: Hash? {
        if case .some(let hash) = self { hash } else { nil }
    }
}
