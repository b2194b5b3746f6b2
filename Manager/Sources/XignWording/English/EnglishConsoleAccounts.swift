import XignDomain

struct EnglishConsoleAccounts: ConsoleAccountsWording {
    let title = "Accounts"
    let search = "Find an account"
    let searchHint =
        "The beginning of a user name; or a whole email address, the id of an account or of a device, or the identifier "
        + "that a website sees."
    let searchNow = "Search"
    let found = "Found"
    let hasMoreExact = "More accounts have this. Search for something that one account alone has."
    let named = "User names that begin with this"
    let all = "All accounts, by user name"
    let nothingFound = "Nothing found."
    let empty = "There are no accounts yet."
    let userName = "User name"
    let why = "Why"
    let state = "State"
    let active = "active"
    let disabled = "disabled"

    func match(_ match: AccountMatch) -> Phrase {
        switch match {
        case .publicID: "has this id"
        case .device(let alias): "has this device: \(alias.isEmpty ? EnglishActs().unnamedDevice : alias)"
        case .subject(let service): "has this identifier at \(service)"
        case .member(let organization): "has this identifier as a member of \(organization)"
        case .address(isVerified: true): "has this address, which is verified"
        case .address(isVerified: false): "has this address, which nobody has verified"
        }
    }

    func searched(_ places: [AccountSearchPlace]) -> String {
        "Looked at: \(places.map(name).joined(separator: ", "))."
    }

    private func name(_ place: AccountSearchPlace) -> String {
        switch place {
        case .publicID: "ids of accounts"
        case .device: "ids of devices"
        case .subject: "identifiers at websites"
        case .member: "ids of memberships"
        case .address: "email addresses"
        case .name: "user names"
        }
    }

    func tab(_ tab: AccountTab) -> String {
        switch tab {
        case .devices: "Devices"
        case .memberships: "Memberships"
        case .data: "Data"
        case .events: "Events"
        }
    }

    let id = "Account id"
    let since = "Since"
    let rights = "Rights"
    let declared = "A file declares whether this account is active. The next apply undoes changes made here."
    let ownAccount = "This is your own account. Change it on the pages of your account."
    let needsTwoPersons =
        "This account administers the manager, or looks on as an auditor. Whatever is done to it takes two administrators."
    let noDevices = "This account has no device."
    let organization = "Organization"
    let organizations = "Organizations"
    let noOrganizations = "A member of no organization."
    let memberID = "Id in its audit log"
    let grantID = "Id among its administrators"
    let roles = "Roles"
    let noRoles = "No roles."
    let dataExplanation = "The data that this account has. Its values are not shown here."
    let noData = "This account has stored nothing."

    func right(_ right: AdministratorGrant.Role, organization: String?) -> Phrase {
        switch (right, organization) {
        case (.administrator, nil): "Administrator of this manager"
        case (.auditor, nil): "Auditor of this manager"
        case (.administrator, let organization?): "Administrator of \(organization)"
        case (.auditor, let organization?): "Auditor of \(organization)"
        }
    }

    let account = "Account"
    let device = "Device"
    let deviceID = "Device id"
    let unnamedDevice = "A device without a name"
    let system = "System"
    let inBrowser = "In the browser"
    let inBrowserExplanation =
        "This device is a page in a browser. Its keys are in the browser’s storage: they can be deleted there, and "
        + "whoever controls the page can use them. It does not open the console and confirms no act of an "
        + "administrator. Services take it only where a role names it."
    let keyStore = "Keys are kept in"
    let attestation = "Proof of the keys"
    let noAttestation = "none"
    let connected = "Connected"
    let lastUsed = "Last used"
    let never = "never"
    let failuresInARow = "Wrong PINs in a row"
    let recentFailures = "Wrong PINs in 30 days"
    let unlocks = "Unlocked by operators"
    let lockedForGoodAdvice =
        "Revoke this device. After you have checked who is asking, the account can get a new activation."

    let inUse = "in use"
    let lockedForGood = "locked for good"
    let locked = "locked"
    let waits = "not connected yet"
    func ends(_ time: String) -> Phrase { "Ends: \(time)" }
    let until = "Until"
    func count(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }

    let lockedTitle = "Locked devices"
    let lockedExplanation = "Wrong PINs lock a device. The newest lock stands first."
    let noneLocked = "No device is locked."

    func lockedTab(_ kind: LockedDeviceKind) -> String {
        switch kind {
        case .forATime: "For a time"
        case .forGood: "For good"
        }
    }
}
