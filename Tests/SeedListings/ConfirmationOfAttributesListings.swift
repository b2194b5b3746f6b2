// swift-format-ignore-file: the listings are copied verbatim from the XignSys SDK documentation.

import Foundation
import XignSDK

/// The listings of the chapter "Confirmation of attributes".
struct ConfirmationOfAttributesListings {
    private func confirmAuthenticationAttributes(
        request: AuthenticateRequest
    ) throws {
        let info: AuthenticationPersonalInformation = request.info
        // The info object contains information about the requested attributes of
        // the user that must be confirmed. If attribute data are missing, they must
        // be updated within this object. The next step is only relevant if the services
        // or XignIn-Manager you are targeting manages user information, otherwise it can be
        // skipped.
        // The following example shows how `AuthenticationInformation` can be handled using
        // the attribute `givenName`:
        // Firstly check if the property is not `nil`. If it is `nil`, it is not needed
        // and can be skipped.
        if let infoGivenName: AuthenticationInformation<String, NameValidator> = info.givenName {
            // Secondly check if it is required. If not, it can be skipped.
            if infoGivenName.isRequired {
                // Thirdly check if data are missing.
                // Note: Some attributes can't be supplied during an authentication as
                // they need some kind of verification.
                if infoGivenName.isDataMissing {
                    var isInputValid: Bool = false
                    var errorText: String? = nil
                    while !isInputValid {
                        // Query the user for input.
                        let suppliedGivenName: String = YourImplementation.askTheUserForData(
                            minLength: infoGivenName.validator.minLength,
                            maxLength: infoGivenName.validator.maxLength,
                            errorText: errorText
                        )
                        // Try setting the given input to the object.
                        let validationResult: NameValidator.ResultCode =
                            infoGivenName
                            .setValue(value: suppliedGivenName)
                        // Check if the input was accepted by the object.
                        // Note: If the input is not valid, the input within the object is cleared.
                        switch validationResult {
                        case .valid:
                            // everything is fine, continue the process.
                            isInputValid = true
                        case .empty:
                            // The input is `nil` or empty; display an error and repeat.
                            errorText = "The input must not be empty."
                        case .tooShort:
                            // The input is too short. Note for most fields the min length is
                            // only 1 character.
                            errorText = """
                                The input must be at least \
                                \(infoGivenName.validator.minLength) characters long.
                                """
                        case .tooLong:
                            // The input is too long.
                            errorText = """
                                The input can't be longer than \
                                \(infoGivenName.validator.maxLength) characters.
                                """
                        }
                    }
                }
                // If data are not missing, check if alias are available for selection.
                // Note: If only one alias is available, it is set automatically.
                else if infoGivenName.aliases.count > 1 {
                    // Let the user select an alias.
                    let alias: PersonalInformationAlias =
                        YourImplementation
                        .displayAliasSelection(infoGivenName.aliases)
                    // Supply the selected alias to `infoGivenName` object.
                    if infoGivenName.setSelection(alias) == nil {
                        // This function returns the set alias. It returns nil in case `nil` is passed or
                        // an alias that is not part of the given selection `infoGivenName.aliases`. This
                        // is only relevant for development and can be ignored during production, if
                        // implemented correctly.
                    }
                } else {
                    // In this case, the attribute is required but does not need further input. However,
                    // it is recommended to at least notify the user that the service will receive
                    // this piece of information.
                }
            } else {
                // Currently, there are no optional attributes. Therefore, this case
                // can be left empty.
            }
        }
        // Repeat the code form above in a similar matter for every other property of the `info`
        // variable. The following list show all other properties that must be handled:
        info.username; info.nickname; info.familyName; info.birthdate; info.address; info.nationality
        info.placeOfBirth; info.gender; info.salutation; info.email; info.phoneNumber
        // Submit the previous supplemented `AuthenticateRequest` object to the XignIn-Manager.
        let result: PrepareAuthenticationUserInformationResult =
            try XignSdk.shared.authenticator.prepareAuthenticationUserInformationSynchronous(
                request: request
            )
        let userInformation: AuthenticationUserInformation
        switch result {
        case .failure(let returnedAuthenticateRequest):
            // Correct the errors contained in the `returnedAuthenticateRequest` and repeat the
            // preparation.
            // The following example shows how errors can be checked using the attribute `givenName`:
            let infoGivenNameOpt: AuthenticationInformation<String, NameValidator>? =
                returnedAuthenticateRequest.info.givenName
            if let infoGivenName = infoGivenNameOpt {
                let error: AuthenticationInformationErrorCode = infoGivenName.error
                switch error {
                case .none:
                    // no error
                    break
                case .invalid:
                    // Indicates that the data provided for this attribute are in an invalid format.
                    break
                case .notAvailable:
                    // Indicates that attribute data was supplied, although it has not been required.
                    break
                case .dataMissing:
                    // Indicates that data for this attribute must be supplied but has not been supplied.
                    break
                case .noAliasSelected:
                    // Indicates that and aliases must be selected for this attribute but none was selected.
                    break
                }
            }
            // After identifying all errors contained in the `returnedAuthenticateRequest`, present them
            // to the user, request new input to fix the errors and then repeat the process.
            // Note: This process is simplified in this example by invoking the current function again.
            try confirmAuthenticationAttributes(request: returnedAuthenticateRequest)
            return
        case .success(let infos):
            userInformation = infos
        }
        // After supplying all needed data the authentication can be continued by signing to data.
        // Note: This is a call to the next documentation example function that illustrates the singing.
        try signAuthentication(userInformation: userInformation)
    }
}
