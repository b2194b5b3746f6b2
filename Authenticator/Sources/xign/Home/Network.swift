import Foundation
import Terminal
import XignSDK

/// The way to managers.
struct Network: Sendable {
    private static let sizeLimit = 1 << 20

    /// A file with certificates of authorities in PEM, which are trusted beside the system's; nil: none.
    var authorityFile: String?

    /// - Throws: ``Failure`` where the file cannot be read.
    func transport() throws -> any Transport {
        let authorities = try authorityFile.map(read)
        #if os(Linux)
            return CurlTransport(certificateAuthorities: authorities)
        #else
            guard authorities == nil else {
                throw Failure(
                    .configuration, "this system has its own place for authorities: install the certificate there")
            }
            return URLSessionTransport()
        #endif
    }

    private func read(_ path: String) throws -> Data {
        guard let file = FileHandle(forReadingAtPath: path), let content = try? file.read(upToCount: Self.sizeLimit)
        else { throw Failure(.noInput, "cannot read the certificates in \(path)") }
        return content
    }
}

extension Failure {
    /// An end to what was begun, before anything was sent.
    /// - Parameter reason: a sentence that names host and problem.
    init(untrustedCertificate reason: Text) {
        self.init(
            .unavailable,
            """
            \(reason) If the manager is a private installation, name the file with its authority that the operator gave you: \
            --ca-file FILE, or $XIGN_CA_FILE. Otherwise somebody may listen: try another network, or ask the operator.
            """)
    }
}
