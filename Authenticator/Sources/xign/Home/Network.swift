import Foundation
import Terminal
import XignSDK

/// The network settings for reaching managers.
struct Network: Sendable {
    private static let sizeLimit = 1 << 20

    /// A file with certificates of authorities in PEM, trusted in addition to the system's.
    var authorityFile: String?

    /// Returns the transport.
    /// - Throws: ``Failure`` if the file cannot be read.
    func transport() throws -> any Transport {
        let authorities = try authorityFile.map(read)
        #if os(Linux)
            return CurlTransport(certificateAuthorities: authorities)
        #else
            guard authorities == nil else {
                throw Failure(
                    .configuration,
                    "--ca-file is not supported on this system: install the certificate in the system's trust store")
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
    /// Makes the failure for an untrusted certificate. Nothing was sent.
    /// - Parameter reason: a sentence with host and problem.
    init(untrustedCertificate reason: Text) {
        self.init(
            .unavailable,
            """
            \(reason) If the manager is a private installation, give the certificate of its authority, which you get \
            from the operator: --ca-file FILE or $XIGN_CA_FILE. Otherwise someone may intercept the connection: try \
            another network, or ask the operator.
            """)
    }
}
