// swift-format-ignore-file: the listings are copied verbatim from the XignSys SDK documentation.

import Foundation
import XignSDK

/// The listings of the chapter "Add factor".
struct AddFactorListings {
    func startAddFactor(
        idmIdentifier: String,
        authenticatorType: AuthenticatorType = .biometric
    ) throws {
        // Check whether an authentication factor of this type can be added at all.
        // This check should be performed early in the process, since forcing the
        // user to authenticate although the factor can not be added will result
        // in a poor user experience.
        if !(YourImplementation.isAuthenticationFactorSupportedByDevice(authenticatorType)) {
            // The demanded authenticator type is not supported and can therefore not be added.
            // For example a biometric factor can not be added if the device has no biometric sensors.
            throw YourError.yourErrorCase
        }
        // Retrieve the personalization component used to update the activation
        let personalizer: Personalizer = XignSdk.shared.personalizer
        // Fetch authentication initialization data from the SDK.
        // An authentication is required to add another authentication
        // factor for security reasons.
        let authInitData: AuthenticationInitializationData =
            try personalizer.startAddAuthenticationFactorSynchronous(
                idmIdentifier: idmIdentifier,
                factorType: authenticatorType
            )
        // Perform a regular authentication as described in authentication chapter
        let authenticationResult: AuthenticationResult =
            try YourImplementation.authenticateUser(authInitData)
        // Check the authentication result. In order to be able to add a factor,
        // a result of type `.apiAccessAddFactor` is required. All other results
        // in this process have to be considered and handled as errors.
        switch authenticationResult {
        case .apiAccessAddFactor(let apiAccessResult):
            // Return the api access data that authorizes
            // adding another authentication factor
            try prepareAuthenticationFactor(apiAccessResult, authenticatorType)
        case .userLogin,
            .serviceLogin,
            .apiAccessChangePin,
            .apiAccessRequestNewActivationData,
            .apiAccessDelete,
            .apiAccessMergeComplete:
            throw YourError.yourErrorCase
        case .lockout:
            // Receiving a lockout does not indicate an error in the process
            // flow and has to be handled differently. Please refer to the
            // section 'ErrorHandling' for detailed information.
            YourImplementation.handleLockoutAndRepeatAuthentication()
        }
    }

    func prepareAuthenticationFactor(
        _ apiAccessResult: ApiAccessAddFactor,
        _ authenticatorType: AuthenticatorType
    ) throws {
        // Retrieve the personalization component used to update the activation.
        let personalizer: Personalizer = XignSdk.shared.personalizer
        // Depending on the factor type, preparation may differ significantly.
        if authenticatorType == .biometric {
            // This example combines preparation and actual adding of
            // the biometric factor but these steps can also be
            // performed separately as shown in the more general
            // `else` case.
            prepareAndAddBiometricFactor(apiAccessResult: apiAccessResult)
        } else {
            // Prepare the factor depending on its type.
            let factor: AuthenticationFactor =
                try YourImplementation.prepareAuthenticationFactor(
                    apiAccessResult,
                    authenticatorType
                )
            // Finally, add the factor itself.
            try personalizer.finishAddAuthenticationFactorSynchronous(
                result: apiAccessResult,
                factor: factor
            )
        }
    }

    func prepareAndAddBiometricFactor(apiAccessResult: ApiAccessAddFactor) {
        // Retrieve the idmIdentifier which is used to determine which
        // activation is about to be changed by adding a biometric factor.
        let idmIdentifier: String = apiAccessResult.idmIdentifier
        // Create and authenticate a biometric factor as described
        // in the section 'Creating a BiometricFactor'
        do {
            try getBiometricFactor(idmIdentifier: idmIdentifier) { biometricFactorOpt in
                if let biometricFactor = biometricFactorOpt {
                    // After a successful factor authentication by the user
                    // adding the factor can be finished
                    XignSdk.shared.personalizer.finishAddAuthenticationFactor(
                        result: apiAccessResult,
                        factor: biometricFactor
                    )
                } else {
                    // Handle and display errors
                    YourImplementation.handleTheError()
                }
            }
        } catch {
            // Failed to start evaluate access control.
            YourImplementation.handleTheError()
        }
    }
}
