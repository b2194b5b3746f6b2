import Terminal

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A file that the command line names.
enum InputFile {
    /// At most 1 MiB.
    static func read(_ path: String) throws -> [UInt8] {
        do {
            let contents = try Data(contentsOf: URL(filePath: path == "-" ? "/dev/stdin" : path))
            guard contents.count <= 1 << 20 else { throw Failure(66, "\(path) is larger than 1 MiB") }
            return Array(contents)
        } catch let failure as Failure {
            throw failure
        } catch {
            throw Failure(66, "cannot read \(path)")
        }
    }
}
