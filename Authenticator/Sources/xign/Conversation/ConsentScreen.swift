import Foundation
import Terminal
import XignSDK

/// The description of a login request that a person must see before consenting.
struct ConsentScreen {
    let request: AuthenticateRequest
    let attributes: RequestedAttributes
    /// True if a person will be asked about open decisions.
    let isAsked: Bool
    let words: any Wording

    private var labels: any ConsentWording { words.consent }

    var lines: [Text] {
        let service = request.serviceInformation
        let organization = request.organizationInformation
        var rows: [(label: Text, value: Text)] = [
            (labels.logInAt, "\(service.name, .bold)"),
            // A login in an app ends in no browser, and has no address (docs/protocol.md, section 5).
            (labels.address, service.url == nil ? labels.noAddress : "\(service.origin, .bold)"),
            (labels.runBy, "\(organization.name)"),
        ]
        if let website = organization.websiteURL { rows.append(("", "\(website)")) }
        if let description = service.serviceDescription { rows.append(("", "\(description)")) }
        rows.append((labels.confirmedBy, "\(request.idmIdentifier)"))
        if service.isManager {
            // Its role is the account, and nothing is told to anybody else.
            rows.append((words.change.account, Text(request.selectedRole?.name ?? "", .bold)))
        } else {
            if let role = request.selectedRole { rows.append((labels.role, "\(role.name)")) }
            if let end = request.subject.offlineUntil {
                rows.append((labels.offlineAccess, labels.offlineAccess(until: words.time.day(PointInTime(end)))))
            }
            rows.append((labels.receives, labels.basics(list)))
        }
        return Table(["", ""], rows: rows.map { [$0.label, $0.value] }).lines.dropFirst()
            + (list == .here ? attributeLines : [])
    }

    /// The place of the list of data: after the questions, if there are any. A login that no answer can save has no
    /// questions, and its list shows why.
    private var list: DataList {
        if attributes.isEmpty { return .none }
        return isAsked && !attributes.isDecided && !attributes.isHopeless ? .afterQuestions : .here
    }

    /// The attributes after all decisions.
    var decidedLines: [Text] { ["", labels.willReceive(request.serviceInformation.name)] + attributeLines }

    private var attributeLines: [Text] {
        attributes.lines(isAsked: isAsked, idmIdentifier: request.idmIdentifier, words.attributes)
    }
}

extension AuthenticationSubject {
    /// The end of an access that continues without the person; nil where there is none.
    fileprivate var offlineUntil: Date? {
        switch self {
        case .login(let end), .inAppLogin(let end): end
        case .changePin, .newActivation, .delete, .addFactor, .revoke, .merge, .transaction: nil
        }
    }
}
