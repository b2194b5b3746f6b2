import Foundation
import XignSDK

// The listings of the guide "Changing account and activation".

extension GuideApp {
    // listing
    func changePin(at idmIdentifier: String) async throws(XignSdkError) {
        let data = try await sdk.personalizer.startChangePin(idmIdentifier: idmIdentifier)
        guard case .apiAccessChangePin(let access) = try await authenticate(with: data)
        else { return }
        while true {
            await setNewPin(in: access.pinSpec)
            do {
                try await sdk.personalizer.finishChangePin(request: access)
                return screen.show("Your PIN has changed.")
            } catch  where error.errorCode == .samePin {
                screen.show("This is your present PIN. Choose another one.")
            }
        }
    }
    // end of listing

    // listing
    func addDevice(at idmIdentifier: String) async throws(XignSdkError) {
        let data = try await sdk.personalizer.startRequestNewActivationData(
            idmIdentifier: idmIdentifier)
        guard case .apiAccessRequestNewActivationData(let access) = try await authenticate(with: data)
        else { return }
        await setNewPin(in: access.pinSpec)
        access.alias = await screen.askForName(suggesting: "tablet")
        let code = try await sdk.personalizer.finishRequestNewActivationData(access)
        screen.showQRCode(access.link?.absoluteString ?? code, until: access.expiresAt)
    }
    // end of listing

    // listing
    func removeDevice(at idmIdentifier: String) async throws(XignSdkError) {
        let activations = try await sdk.personalizer.fetchActivations(idmIdentifier: idmIdentifier)
        let others = activations.filter { !$0.isThisDevice }
        guard let activation = await screen.choose(from: others) else { return }
        let data = try await sdk.personalizer.startRevokeActivation(
            idmIdentifier: idmIdentifier, activation: activation)
        guard case .userLogin = try await authenticate(with: data) else { return }
        screen.show("The device is removed.")
    }
    // end of listing

    // listing
    func rename(at idmIdentifier: String) async throws(XignSdkError) {
        let name = await screen.askForName(suggesting: "phone")
        try await sdk.personalizer.renameActivation(idmIdentifier: idmIdentifier, alias: name)
    }
    // end of listing

    // listing
    func showNotices(at idmIdentifier: String) async throws(XignSdkError) {
        let notices = try await sdk.personalizer.fetchNotices(idmIdentifier: idmIdentifier)
        for notice in notices {
            screen.show("\(time(notice.date)): \(notice.kind) \(notice.device ?? "")")
        }
        guard let newest = notices.last, await screen.confirms("Did you make these changes?")
        else { return }
        try await sdk.personalizer.acknowledgeNotices(
            idmIdentifier: idmIdentifier, through: newest.number)
    }
    // end of listing

    // listing
    func deleteAccount(at idmIdentifier: String) async throws(XignSdkError) {
        guard await screen.confirms("Delete your account? This cannot be undone.") else { return }
        let data = try await sdk.personalizer.startDeletion(idmIdentifier: idmIdentifier)
        guard case .apiAccessDelete(let access) = try await authenticate(with: data) else { return }
        try await sdk.personalizer.finishDeletion(request: access)
        try await sdk.personalizer.depersonalizeIdentityManager(idmIdentifier: idmIdentifier)
    }
    // end of listing

    // listing
    func accept(
        _ invitation: MergeInformation, with data: AuthenticationInitializationDataWithSession
    ) async throws(XignSdkError) {
        let organization = invitation.organizationInformation
        screen.show("\(organization.name) invites \(invitation.emailAddress).")
        guard case .apiAccessMergeComplete = try await authenticate(with: data) else { return }
        screen.show("You have accepted. The code of the invitation is no longer valid.")
    }
    // end of listing

    // listing
    func giveUp(at idmIdentifier: String) async throws(XignSdkError) {
        guard await screen.confirms("Remove this activation from the device?") else { return }
        let result = try await sdk.personalizer.depersonalizeIdentityManager(
            idmIdentifier: idmIdentifier)
        switch result {
        case .revoked: screen.show("The activation is removed.")
        case .forgottenLocally: screen.show("The activation is removed from this device only.")
        }
    }
    // end of listing

    // listing
    func reviewSelections(at idmIdentifier: String) async throws(XignSdkError) {
        let choices = try await sdk.authenticator.fetchAliasSelections(idmIdentifier: idmIdentifier)
        for choice in choices {
            let name = "\(choice.attribute) “\(choice.alias)”"
            let forgets = await screen.confirms("\(choice.serviceName) receives your \(name). Ask again?")
            guard forgets else { continue }
            try await sdk.authenticator.forgetAliasSelection(choice, idmIdentifier: idmIdentifier)
        }
    }
    // end of listing
}
