import Foundation
import XignSDK

extension CommandFailure {
    /// Makes the failure for a file or folder that cannot be read or written.
    /// - Parameter error: an error of Foundation or the system, or a failure, which stays as it is.
    init(storing error: any Error, in path: String) {
        if let failure = error as? CommandFailure {
            self = failure
        } else {
            let problem = StorageProblem(errno: Self.number(of: error), path: path)
            self.init(.configuration) { $0.storage.unusable(path, problem?.kind) }
        }
    }

    /// Returns the system's number of an error; 0 if it has none.
    private static func number(of error: any Error) -> Int32 {
        if let error = error as? POSIXError { return error.code.rawValue }
        guard let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error else {
            let error = error as NSError
            return error.domain == NSPOSIXErrorDomain ? Int32(error.code) : 0
        }
        return number(of: cause)
    }
}

extension XignSdkError {
    /// The reason why the storage cannot be used, if it is of a known kind.
    var storageProblem: StorageProblem? { (underlying as? KeyStoreError)?.storageProblem }
}

extension XignSdkInitializationError {
    /// The reason why the storage cannot be used, if it is of a known kind.
    var storageProblem: StorageProblem? { (underlying as? KeyStoreError)?.storageProblem }
}

extension KeyStoreError {
    fileprivate var storageProblem: StorageProblem? {
        if case .storage(let problem) = self { problem } else { nil }
    }
}
