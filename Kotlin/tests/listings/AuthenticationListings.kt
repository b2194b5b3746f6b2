package listings

import androidx.appcompat.app.AppCompatActivity
import java.time.Instant
import org.xign.sdk.*

/** The listings of the chapter "Authentication": copied verbatim from the XignSys SDK documentation. */
class AuthenticationListings {
    // The functions of other chapters.

    fun getBiometricFactor(idmIdentifier: String, activity: AppCompatActivity, done: (BiometricFactor?) -> Unit) =
        YourImplementation.getBiometricFactor(idmIdentifier, activity, done)

internal fun startAuthentication(authenticationInitializationData: AuthenticationInitializationData) {
val authenticator: Authenticator = XignSdk.shared.authenticator
// Submit the `AuthenticationInitializationData` to the XignIn-Manager in order to start
// an authentication.
val request: AuthenticateRequest = authenticator.startAuthenticationSynchronous(
authenticationInitializationData
)
val roles: List<Role> = request.roles
// Check if more than one `Role` is available. In that case a selection must be made.
if (roles.size > 1) {
// Optional: Every `Role` contains a list with optional authenticator constellations with
// which the request must be signed later on. These can be displayed to the user in order
// to help the user to make a choice.
// The following example show how type can be accessed:
val authenticators: List<List<AuthenticatorType>>? = roles.firstOrNull()?.requestedAuthenticators
// Let the user select a role.
val selectedRole: Role = YourImplementation.displayRoleSelection(roles)
if (request.setSelection(selectedRole) == null) {
// This function returns the set role. It returns `null` in case `null` is passed or a role
// that is not part of the given selection `request.roles`. This is only relevant for
// development and can be ignored during production, if implemented correctly.
}
}
// Continue the process by checking a confirming the users attributes.
// Note: This is a call to the next documentation example function that illustrates the
// attribute confirmation.
confirmAuthenticationAttributes(request = request)
}
private fun confirmAuthenticationAttributes(
request: AuthenticateRequest
) {
val info: AuthenticationPersonalInformation = request.info
// The info object contains information about the requested attributes of
// the user that must be confirmed. If attribute data are missing, they must
// be updated within this object. The next step is only relevant if the services
// or XignIn-Manager you are targeting manages user information, otherwise it can be
// skipped.
// The following example shows how `AuthenticationInformation` can be handled using
// the attribute `givenName`:
// Firstly check if the property is not `nil`. If it is `nil`, it is not needed
// and can be skipped.
val infoGivenName = info.givenName
if (infoGivenName != null) {
// Secondly check if it is required. If not, it can be skipped.
if (infoGivenName.isRequired) {
// Thirdly check if data are missing.
// Note: Some attributes can't be supplied during an authentication as
// they need some kind of verification.
if (infoGivenName.isDataMissing) {
var isInputValid: Boolean = false
var errorText: String? = null
while (!isInputValid) {
// Query the user for input.
val suppliedGivenName: String = YourImplementation.askTheUserForData(
minLength = infoGivenName.validator.minLength,
maxLength = infoGivenName.validator.maxLength,
errorText = errorText
)
// Try setting the given input to the object.
val validationResult: NameValidator.ErrorCode = infoGivenName
.setValue(value = suppliedGivenName)
// Check if the input was accepted by the object.
// Note: If the input is not valid, the input within the object is cleared.
when (validationResult) {
NameValidator.ErrorCode.VALID -> {
// everything is fine, continue the process.
isInputValid = true
}
NameValidator.ErrorCode.EMPTY -> {
// The input is `null` or empty; display an error and repeat.
errorText = "The input must not be empty."
}
NameValidator.ErrorCode.TOO_SHORT -> {
// The input is too short. Note for most fields the min length is
// only 1 character.
errorText = """
The input must be at least
${infoGivenName.validator.minLength} characters long.
""".trimIndent()
}
NameValidator.ErrorCode.TOO_LONG -> {
// The input is too long.
errorText = """
The input can't be longer than
${infoGivenName.validator.maxLength} characters.
""".trimIndent()
}
}
}
}
// If data are not missing, check if alias are available for selection.
// Note: If only one alias is available, it is set automatically.
else if (infoGivenName.aliases.size > 1) {
// Let the user select an alias.
val alias: PersonalInformationAlias = YourImplementation
.displayAliasSelection(infoGivenName.aliases)
// Supply the selected alias to `infoGivenName` object.
if (infoGivenName.setSelection(alias) == null) {
// This function returns the set alias. It returns `null` in case `null` is passed
// or an alias that is not part of the given selection `infoGivenName.aliases`.
// This is only relevant for development and can be ignored during production, if
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
val result: PrepareAuthenticationUserInformationResult =
XignSdk.shared.authenticator.prepareAuthenticationUserInformationSynchronous(
request = request
)
val userInformation: AuthenticationUserInformation
when (result) {
is PrepareAuthenticationUserInformationResult.Failure -> {
val returnedAuthenticateRequest: AuthenticateRequest = result.request
// Correct the errors contained in the `returnedAuthenticateRequest` and repeat the
// preparation.
// The following example shows how errors can be checked using the attribute `givenName`:
val infoGivenName: AuthenticationInformation<String, NameValidator.ErrorCode, NameValidator>? =
returnedAuthenticateRequest.info.givenName
if (infoGivenName != null) {
val error: AuthenticationInformation.ErrorCode = infoGivenName.error
when (error) {
AuthenticationInformation.ErrorCode.NONE -> {
// no error
}
AuthenticationInformation.ErrorCode.INVALID -> {
// Indicates that the data provided for this attribute are in an invalid format.
}
AuthenticationInformation.ErrorCode.NOT_AVAILABLE -> {
// Indicates that attribute data was supplied, although it has not been required.
}
AuthenticationInformation.ErrorCode.DATA_MISSING -> {
// Indicates that data for this attribute must be supplied but has not been supplied.
}
AuthenticationInformation.ErrorCode.NO_ALIAS_SELECTED -> {
// Indicates that and aliases must be selected for this attribute but none was selected.
}
}
}
// After identifying all errors contained in the `returnedAuthenticateRequest`, present them
// to the user, request new input to fix the errors and then repeat the process.
// Note: This process is simplified in this example by invoking the current function again.
confirmAuthenticationAttributes(request = returnedAuthenticateRequest)
return
}
is PrepareAuthenticationUserInformationResult.Success -> {
userInformation = result.userInformation
}
}
// After supplying all needed data the authentication can be continued by signing to data.
// Note: This is a call to the next documentation example function that illustrates the singing.
signAuthentication(userInformation = userInformation)
}
private fun signAuthentication(userInformation: AuthenticationUserInformation) {
// Retrieve the list of authenticators that must be supplied.
val requestedAuthenticators: List<List<AuthenticatorType>> =
userInformation.requestedAuthenticators
// Select a set of authenticators to provide, either automatically or let the user decide.
val authenticators: List<AuthenticatorType> = requestedAuthenticators.first()
// Iterate over the selected authenticators and sign the userInformation respectively.
authenticators.forEach { authenticator ->
val factor: AuthenticationFactor
when (authenticator) {
AuthenticatorType.DEVICE -> {
// Just create a new instance of the `DeviceFactor` class.
factor = DeviceFactor()
}
AuthenticatorType.PIN -> {
// Query the user for the PIN.
val pin: String = YourImplementation.askUserForPin()
factor = PinFactor(pin)
}
AuthenticatorType.BIOMETRIC -> {
// Query the user for his biometrics and create a `BiometricFactor`. For overview
// purposes this process is substituted by another function call.
val biometricFactor: BiometricFactor = YourImplementation.getBiometricFactor()
factor = biometricFactor
}
AuthenticatorType.OTP,
AuthenticatorType.YUBIKEY -> {
// Handling for factors that are currently in development and not fully functional
throw YourException()
}
}
// Sign the userInformation object with the factor.
userInformation.sign(factor)
}
// Continue the process with the signed userInformation object.
// Note: This is a call to the next documentation example function that illustrates the
// final step of the authentication process.
finishAuthentication(userInformation = userInformation)
}
private fun finishAuthentication(userInformation: AuthenticationUserInformation) {
val authenticator: Authenticator = XignSdk.shared.authenticator
// Submit the previous signed `AuthenticationUserInformation` object to the XignIn-Manager.
val result: AuthenticationResult = authenticator.finishAuthenticationSynchronous(
userInfo = userInformation
)
when (result) {
is UserLoginResult -> {
// The end of an normal user login. The userLoginResult contains some meta information.
return
}
is ServiceLoginResult -> {
// The end of the authentication during an InApp-Authentication process. The
// serviceLoginResult is needed to request the user's attribute data as well as
// the mapping Id.
// TODO: finish the inApp-Authentication
return
}
is ApiAccessAddFactor -> {
// A special result needed to subsequently add a factor, needs further handling.
return
}
is ApiAccessChangePin -> {
// A special result needed to change the user's PIN, needs further handling.
return
}
is ApiAccessMergeComplete -> {
// Signalizes the success of an account merge.
return
}
is ApiAccessRequestNewActivationData -> {
// A special result needed to request a new activation, needs further handling.
return
}
is ApiAccessDelete -> {
// An `apiAccessDelete` indicates the successful authentication in order to
// perform a delete action, needs further handling.
return
}
is Lockout -> {
val lockoutInformation: LockoutAttemptInformation = result.lockoutInformation
val authenticationUserInformation: AuthenticationUserInformation =
result.authenticationUserInformation
// Happens, if one of the supplied authenticators was invalid, e.g. wrong PIN.
// In this case the lockout duration within `lockoutInformation` must be
// waited. After that all required factors must be supplied again and the
// process can be retried.
// Check if the lockout is permanent.
if (lockoutInformation.isPermanent) {
// The activation has been disabled permanently,
// notify the user and cancel the process.
throw YourException()
}
// Retrieve the date until which the lock is effective.
val lockedUntil: Instant = lockoutInformation.lockedUntil
// Wait until the lock has been lifted.
// Retry the signing of the `authenticationUserInformation`.
// Note: This is a call to the previous documentation example function that
// illustrates the signing.
signAuthentication(userInformation = authenticationUserInformation)
return
}
}
}
}
