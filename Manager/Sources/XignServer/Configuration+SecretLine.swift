import XignUseCases

extension Configuration {
    /// Reads a file that a setting names, with a secret in one line.
    /// - Parameters:
    ///   - member: the setting, for errors.
    ///   - code: the code of an error in the setting.
    /// - Returns: the contents without the end of the line.
    /// - Throws: `ManagerError`, as ``PrivateFile/read(_:)``, and for a path that is not absolute.
    static func secretLine(_ file: String, of member: String, _ code: ManagerError.Code) throws -> [UInt8] {
        guard file.hasPrefix("/") else { throw ManagerError(code, "\(member) must be an absolute path, not \(file).") }
        var bytes = try PrivateFile.read(file)
        if bytes.last == 0x0A { bytes.removeLast() }
        return bytes
    }
}
