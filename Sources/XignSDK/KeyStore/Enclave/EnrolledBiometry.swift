import Foundation

/// The biometrics that are enrolled in the device.
enum EnrolledBiometry: Equatable {
    /// No biometrics are enrolled.
    case none
    /// Biometrics are enrolled. The hash changes whenever they change.
    case some(hash: Data)
    /// The system does not tell it, for example since biometrics are locked after too many failures.
    case unknown

    /// Makes the value from the answers of LocalAuthentication.
    ///
    /// - Parameters:
    ///   - stateHash: `LADomainStateBiometry.stateHash`, which is nil if nothing is enrolled, and perhaps also while
    ///     biometrics are locked.
    ///   - failure: the code of the error with which biometrics cannot be evaluated; nil if they can be.
    init(stateHash: Data?, failure: Int?) {
        if let stateHash {
            self = .some(hash: stateHash)
        } else if let failure, LocalAuthenticationCode.ofNothingEnrolled.contains(failure) {
            self = .none
        } else {
            self = .unknown
        }
    }
}
