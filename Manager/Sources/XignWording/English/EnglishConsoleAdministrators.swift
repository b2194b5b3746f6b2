import XignDomain

struct EnglishConsoleAdministrators: ConsoleAdministratorsWording {
    let title = "Administrators and auditors"
    func titleOfOrganization(_ organization: String) -> Phrase { "Administrators and auditors of \(organization)" }
    let explanation = "These people can open the console. Whoever runs commands at the machine can do so without it."
    let empty = "Nobody yet."
    let onlyOne =
        "Only one person administers this manager. Add another one: what needs two people is else done at the machine, "
        + "with xignin-manager confirmation approve."

    func role(_ role: AdministratorGrant.Role) -> String {
        switch role {
        case .administrator: "Administrator"
        case .auditor: "Auditor"
        }
    }

    func roleExplanation(_ role: AdministratorGrant.Role) -> String {
        switch role {
        case .administrator: "sees and changes"
        case .auditor: "sees, and changes nothing"
        }
    }

    let you = "You"
    let unusable = "cannot log in"
    let grantedBy = "Added by"
    let grantedByOther = "somebody who is no administrator here"
    let grantID = "Id at the organization"
    let grantedAt = "Added"
    let lastUsed = "Last confirmation"
    let neverUsed = "never"
    let declared = "Declared in a file. The next apply undoes changes made here."
    let others = "Other lists"
    let organization = "Organization"
    let organizationHint = "The exact name of an organization, whose administrators and auditors you want to see."
    let unknownOrganization = "No organization has this name. Look at the file that declares it."
    let show = "Show"
    let ofManager = "This manager"

    let grant = "Add an administrator"
    let grantTitle = "Add an administrator or auditor"
    func grantTitleOfOrganization(_ organization: String) -> Phrase {
        "Add an administrator or auditor of \(organization)"
    }
    let account = "User name"
    let accountHint =
        "The person needs an account with a device that is in use. Names can look alike: the sentence that you confirm "
        + "has the account id, too."
    let roleLabel = "Role"
    let unknownAccount = "No active account has this user name."
    let alreadyGranted = "This person has this role already."
    let needsOneDevice = "You confirm this on your device."
    let needsTwoPersons =
        "You confirm this on your device. It is done when another administrator has confirmed it, too, within 24 hours."
    let proceed = "Continue on your device"

    let withdraw = "Withdraw"
    let withdrawTitle = "Withdraw these rights?"
    func withdrawQuestion(_ account: String, _ role: AdministratorGrant.Role) -> Phrase {
        switch role {
        case .administrator: "\(account) will no longer be an administrator."
        case .auditor: "\(account) will no longer be an auditor."
        }
    }
    let withdrawEffects = [
        "The next request to the console is refused, also in a browser that is logged in.",
        "The account and its devices stay.",
    ]
    let giveUp = "Give up this role"
    let giveUpTitle = "Give up this role?"
    func giveUpQuestion(_ role: AdministratorGrant.Role) -> String {
        switch role {
        case .administrator: "You will no longer be an administrator. Only others can give you these rights again."
        case .auditor: "You will no longer be an auditor. Only others can give you these rights again."
        }
    }
}
