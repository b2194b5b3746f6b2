import Foundation
import Terminal
import XignSDK

/// The configuration of a service whose app `xign` stands in for, from a file.
struct ServiceFile: Sendable {
    private static let sizeLimit = 1 << 16

    let content: Data
    let configuration: ServiceConfiguration

    /// Reads a file that `xignin-manager service show NAME --json` has printed.
    /// - Throws: ``Failure``.
    init(path: String) throws(Failure) {
        guard let file = FileHandle(forReadingAtPath: path),
            let content = try? file.read(upToCount: Self.sizeLimit + 1) ?? Data()
        else { throw Failure(.noInput, "cannot read the file \(path)") }
        do {
            guard content.count <= Self.sizeLimit else { throw Failure(.data, "") }
            (configuration, self.content) = (try ServiceConfiguration(content), content)
        } catch {
            throw Failure(
                .data, "\(path) is no service file: give what xignin-manager service show NAME --json prints")
        }
    }
}
