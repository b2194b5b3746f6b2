import Foundation
import XignSDK

/// The network settings for reaching managers.
struct Network: Sendable {
    private static let sizeLimit = 1 << 20

    /// A file with certificates of authorities in PEM, trusted in addition to the system's.
    var authorityFile: String?

    /// Returns the transport.
    /// - Throws: ``CommandFailure`` if the file cannot be read.
    func transport() throws -> any Transport {
        let authorities = try authorityFile.map(read)
        #if os(Linux)
            return CurlTransport(certificateAuthorities: authorities)
        #else
            guard authorities == nil else {
                throw CommandFailure(.configuration) { $0.storage.noAuthorityFile }
            }
            return URLSessionTransport()
        #endif
    }

    private func read(_ path: String) throws -> Data {
        guard let file = FileHandle(forReadingAtPath: path), let content = try? file.read(upToCount: Self.sizeLimit)
        else { throw CommandFailure(.noInput) { $0.storage.cannotRead(certificates: path) } }
        return content
    }
}
