import XignUseCases

extension Advice {
    /// The advice in words: the end of the sentence that says what happened.
    fileprivate var words: String {
        switch self {
        case .initialize: ": run `xignin-manager init` first."
        case .initializeOrName: ": run `xignin-manager init`, or name the right database."
        case .listJoinLinks: ": `xignin-manager join list` names them."
        case .listUsers: ": `xignin-manager user list` names them."
        case .enableUser(let name): ": enable the account first, with `xignin-manager user enable \(name)`."
        case .issueActivation(let name): ": `xignin-manager activation issue \(name)` issues another activation."
        case .exportAudit: ": export it with `xignin-manager audit export`, in parts of fewer days."
        case .finishMove(let place):
            ": run `xignin-manager database move --to '\(place)'` again to finish, or `xignin-manager database move "
                + "--abort` to take it back."
        case .verifyAudit: ": run `xignin-manager audit verify`, and restore the last backup beside it to compare."
        }
    }
}

/// Describes an error to operators, in the output of commands and in the log, with the command that mends it.
package func explanation(of error: any Error) -> String {
    guard let error = error as? ManagerError, let advice = error.advice else { return "\(error)" }
    return error.description(ending: advice.words)
}
