/// The stored form of an activation's keys.
package protocol KeyRecord: Codable {
    /// The version of the form.
    var v: Int { get }
}

extension KeyRecord {
    /// Checks that this version of the SDK knows the form.
    ///
    /// A later form may hold members with another meaning: the PIN would yield another key, and the manager would count
    /// the right PIN as a wrong one.
    ///
    /// - Parameter place: the file or item, for the error's text.
    /// - Throws: `KeyStoreError.unusable`.
    func checkVersion(in place: String) throws {
        guard v == 1 else {
            throw KeyStoreError.unusable("\(place) was written by a later version. Update the app.")
        }
    }
}
