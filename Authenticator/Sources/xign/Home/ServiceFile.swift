import Foundation
import XignSDK

/// The configuration of a service whose app `xign` stands in for, from a file.
struct ServiceFile: Sendable {
    private static let sizeLimit = 1 << 16

    let content: Data
    let configuration: ServiceConfiguration

    /// Reads a file that `xignin-manager service show NAME --json` has printed.
    /// - Throws: ``CommandFailure``.
    init(path: String) throws(CommandFailure) {
        guard let file = FileHandle(forReadingAtPath: path),
            let content = try? file.read(upToCount: Self.sizeLimit + 1) ?? Data()
        else { throw CommandFailure(.noInput) { $0.storage.cannotRead(file: path) } }
        do {
            guard content.count <= Self.sizeLimit else {
                throw CommandFailure(.data) { $0.storage.notAServiceFile(path) }
            }
            (configuration, self.content) = (try ServiceConfiguration(content), content)
        } catch {
            throw CommandFailure(.data) { $0.storage.notAServiceFile(path) }
        }
    }
}
