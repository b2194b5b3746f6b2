package listings

import androidx.appcompat.app.AppCompatActivity
import org.xign.sdk.*

/** The listings of the chapter "Add factor": copied verbatim from the XignSys SDK documentation. */
class AddFactorListings {
    // The functions of other chapters.

    fun getBiometricFactor(idmIdentifier: String, activity: AppCompatActivity, done: (BiometricFactor?) -> Unit) =
        YourImplementation.getBiometricFactor(idmIdentifier, activity, done)

fun startAddFactor(
activity: AppCompatActivity,
idmIdentifier: String,
authenticatorType: AuthenticatorType = AuthenticatorType.BIOMETRIC
) {
// Check whether an authentication factor of this type can be added at all.
// This check should be performed early in the process, since forcing the
// user to authenticate although the factor can not be added will result
// in a poor user experience.
if (!YourImplementation.isAuthenticationFactorSupportedByDevice(authenticatorType)) {
// The demanded authenticator type is not supported and can therefore not be added.
// For example a biometric factor can not be added if the device has no biometric sensors.
throw YourException()
}
// Retrieve the personalization component used to update the activation
val personalizer: Personalizer = XignSdk.shared.personalizer
// Fetch authentication initialization data from the SDK.
// An authentication is required to add another authentication
// factor for security reasons.
val authInitData: AuthenticationInitializationData =
personalizer.startAddAuthenticationFactorSynchronous(
idmIdentifier = idmIdentifier,
factorType = authenticatorType
)
// Perform a regular authentication as described in authentication chapter
val authenticationResult: AuthenticationResult =
YourImplementation.authenticateUser(authInitData)
// Check the authentication result. In order to be able to add a factor,
// a result of type `AuthenticationResult.ApiAccessAddFactor` is required.
// All other results in this process have to be considered and handled as errors.
when (authenticationResult) {
is ApiAccessAddFactor -> {
// Return the api access data that authorizes
// adding another authentication factor
prepareAuthenticationFactor(activity, authenticationResult, authenticatorType)
}
is ApiAccessChangePin,
is ApiAccessMergeComplete,
is ApiAccessRequestNewActivationData,
is ServiceLoginResult,
is ApiAccessDelete,
is UserLoginResult -> {
throw YourException()
}
is Lockout -> {
// Receiving a lockout does not indicate an error in the process
// flow and has to be handled differently. Please refer to the
// section 'ErrorHandling' for detailed information.
YourImplementation.handleLockoutAndRepeatAuthentication()
}
}
}
fun prepareAuthenticationFactor(
activity: AppCompatActivity,
apiAccessResult: ApiAccessAddFactor,
authenticatorType: AuthenticatorType
) {
// Retrieve the personalization component used to update the activation
val personalizer: Personalizer = XignSdk.shared.personalizer
// Depending on the factor type, preparation may differ significantly.
if (authenticatorType == AuthenticatorType.BIOMETRIC) {
// This example combines preparation and actual adding of
// the biometric factor but these steps can also be
// performed separately as shown in the more general
// `else` case.
prepareAndAddBiometricFactor(activity, apiAccessResult)
} else {
// Prepare the factor depending on its type
val factor: AuthenticationFactor =
YourImplementation.prepareAuthenticationFactor(
apiAccessResult,
authenticatorType
)
// Finally, add the factor itself.
personalizer.finishAddAuthenticationFactorSynchronous(
result = apiAccessResult,
factor = factor
)
}
}
fun prepareAndAddBiometricFactor(
activity: AppCompatActivity,
apiAccessResult: ApiAccessAddFactor
) {
// Create and authenticate a biometric factor as
// described in the section 'Creating a BiometricFactor'
getBiometricFactor(
idmIdentifier = apiAccessResult.idmIdentifier,
activity = activity,
) { biometricFactor ->
if (biometricFactor == null) {
// Handle and display errors
throw YourException()
} else {
// After the BiometricFactor has been successfully
// created and authenticated by the user,
// adding the factor can be finished.
XignSdk.shared.personalizer.finishAddAuthenticationFactor(
result = apiAccessResult,
factor = biometricFactor
)
}
}
}
}
