/// The folders of a user, from the environment and the user's entry of passwd(5).
///
/// An empty variable counts as unset. A relative path in one is ignored, as the XDG Base Directory Specification
/// demands.
struct UserFolders {
    /// `$HOME`.
    let home: String?
    /// `$XDG_DATA_HOME`.
    let data: String?
    /// The home folder in passwd(5).
    let passwordEntry: String?

    /// The folder of the user's data: `$XDG_DATA_HOME`, or `.local/share` in `$HOME`, or there in the folder of passwd.
    ///
    /// - Throws: `storageUnusable` if there is none of them.
    var dataFolder: String {
        get throws(XignSdkInitializationError) {
            if let data, data.hasPrefix("/") { return data }
            guard let home = [home, passwordEntry].compactMap(\.self).first(where: { $0.hasPrefix("/") }) else {
                throw XignSdkInitializationError(
                    .storageUnusable, "The user has no home folder. Set $HOME, or a storage location.")
            }
            return home + "/.local/share"
        }
    }
}
