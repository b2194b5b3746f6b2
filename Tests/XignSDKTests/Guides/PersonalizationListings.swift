import Foundation
import XignSDK

// The listings of the guide "Personalization".

extension GuideApp {
    // listing
    /// Activates the app with the data of an activation's QR code or link.
    func activate(with data: PersonalizationInitializationData) async throws(XignSdkError) {
        while true {
            let pin = await screen.askForPin()
            let response: PersonalizationResponse
            do {
                response = try await sdk.personalizer.decryptPersonalizationInitializationData(
                    data: data, pin: pin)
            } catch  where error.errorCode == .pinInvalid {
                screen.show(explanation(of: error))
                continue
            }
            switch response {
            case .personalize(let request):
                return try await finishActivation(request)
            case .mergePersonalization(let invitation, let data):
                return try await accept(invitation, with: data)
            case .alreadyUsed(let date):
                return screen.show("This code was used on \(time(date)). Was that you?")
            case .lockout(let lockout, _):
                if lockout.isPermanent { return screen.show("This code is no longer valid.") }
                screen.show("The PIN was wrong. \(explanation(of: lockout))")
                await screen.wait(until: lockout.lockedUntil)
            }
        }
    }
    // end of listing

    // listing
    func finishActivation(_ request: PersonalizationRequest) async throws(XignSdkError) {
        screen.show("Account: \(request.userName)")
        if let organization = request.organizationInformation {
            screen.show("Invited by: \(organization.name)")
        }
        if request.newPinRequired { await setNewPin(in: request.pinSpecification) }
        request.alias = await screen.askForName(suggesting: request.alias)
        let activation = try await sdk.personalizer.finishPersonalization(request: request)
        screen.show("The app is activated at \(activation.idmIdentifier).")
    }
    // end of listing

    // listing
    func setNewPin(in specification: PinSpecification) async {
        var result: PinSpecification.ResultCode?
        while result != .valid {
            let digits = specification.minLength...specification.maxLength
            result = specification.setPin(await screen.askForNewPin(result, digits: digits))
        }
    }
    // end of listing

    // listing
    func finishWithRetries(
        _ request: PersonalizationRequest
    ) async throws(XignSdkError) -> PersonalizationResult? {
        while true {
            do {
                return try await sdk.personalizer.finishPersonalization(request: request)
            } catch  where [.connectionFailed, .timedOut].contains(error.errorCode) {
                guard await screen.confirms("No connection. Try again?") else { return nil }
            }
        }
    }
    // end of listing

    // listing
    func finishPendingActivations() async throws(XignSdkError) {
        for pending in try sdk.personalizer.pendingPersonalizations {
            do {
                _ = try await sdk.personalizer.fetchNotices(idmIdentifier: pending.idmIdentifier)
            } catch  where error.errorCode == .notPersonalized {
                screen.show("\(pending.idmIdentifier) is unfinished: scan the same code once more.")
            }
        }
    }
    // end of listing

    // listing
    func listActivations() throws(XignSdkError) {
        for activation in try sdk.personalizer.personalizations {
            screen.show("\(activation.userName ?? "") at \(activation.idmIdentifier)")
        }
    }
    // end of listing
}
