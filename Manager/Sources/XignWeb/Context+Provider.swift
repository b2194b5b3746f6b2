import XignDomain
import XignUseCases

extension Context {
    /// The operator at the foot of pages. Nobody while the database cannot be read, so that error pages are made even
    /// then.
    var provider: OperatorProfile { (try? operatorProfile()) ?? OperatorProfile.none }
}
