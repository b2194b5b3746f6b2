import Glibc
import XignUseCases
import XignWeb

extension Configuration {
    /// Reads the file of the logo.
    ///
    /// - Parameter path: of `manager.yaml`, in whose folder the file is.
    /// - Returns: nil where the configuration names none.
    /// - Throws: `ManagerError` with the code `logo` for a file that is missing, cannot be read, is larger than
    ///   `Logo.maximumBytes`, or is neither PNG nor SVG.
    package func readLogo(beside path: String) throws -> Logo? {
        guard let logo else { return nil }
        guard !logo.isEmpty, !logo.contains("/") else {
            throw ManagerError(.logo, "logo must be the name of a file beside manager.yaml, without a folder: \(logo)")
        }
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
        let bytes = try Self.picture(at: "\(folder)\(logo)")
        guard let picture = Logo(bytes) else {
            throw ManagerError(
                .logo,
                "logo must be a PNG file, or an SVG file in UTF-8 that begins with <svg xmlns=\"http://www.w3.org/2000/svg\">: "
                    + "\(folder)\(logo) is neither, whatever its name says.")
        }
        return picture
    }

    private static func picture(at path: String) throws -> [UInt8] {
        let found: FoundFile
        do throws(SystemFailure) { found = try FoundFile(path) } catch {
            let reason =
                switch error.code {
                case ENOENT: "There is no \(path)"
                case EACCES: "The manager's user may not read \(path)"
                case EISDIR, EINVAL: "\(path) is no file"
                default: "Cannot read \(path) (error \(error.code))"
                }
            throw ManagerError(.logo, "\(reason): correct it, or take logo out of manager.yaml.")
        }
        guard found.file.status.st_size <= Logo.maximumBytes else {
            throw ManagerError(.logo, "logo must be a file of at most 64 KiB: \(path) is larger.")
        }
        return try PrivateFile.contents(of: found.file.descriptor, path)
    }
}
