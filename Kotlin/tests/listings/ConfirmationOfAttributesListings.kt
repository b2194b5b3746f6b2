package listings

import org.xign.sdk.*

/** The listings of the chapter "Confirmation of attributes": copied verbatim from the XignSys SDK documentation. */
class ConfirmationOfAttributesListings {
    // The functions of other chapters.

    fun signAuthentication(userInformation: AuthenticationUserInformation) =
        YourImplementation.signAuthentication(userInformation)

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
}
