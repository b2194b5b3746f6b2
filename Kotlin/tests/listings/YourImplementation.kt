package listings

import androidx.appcompat.app.AppCompatActivity
import org.xign.sdk.AuthenticateRequest
import org.xign.sdk.AuthenticationFactor
import org.xign.sdk.AuthenticationInitializationData
import org.xign.sdk.AuthenticationResult
import org.xign.sdk.AuthenticationUserInformation
import org.xign.sdk.AuthenticatorType
import org.xign.sdk.BiometricFactor
import org.xign.sdk.PersonalInformationAlias
import org.xign.sdk.Role

/** The error that a listing throws. */
class YourException : Exception()

/** The person and the app around the listings, for those that run. */
interface ListingUser {
    fun authenticateUser(data: AuthenticationInitializationData): AuthenticationResult

    fun getBiometricFactor(idmIdentifier: String): BiometricFactor?

    fun handleLockout()

    fun startAuthentication(data: AuthenticationInitializationData)

    fun fetchUserClaims(oidcAuthorizationCode: String)
}

/** The functions that the listings leave to the app. Those that no test runs do nothing. */
object YourImplementation {
    @Volatile
    var user: ListingUser? = null

    fun displayRoleSelection(roles: List<Role>): Role = roles[0]

    fun askTheUserForData(minLength: Int, maxLength: Int, errorText: String?): String =
        "Kay, $minLength to $maxLength ${errorText.orEmpty()}"

    fun displayAliasSelection(aliases: Set<PersonalInformationAlias>): PersonalInformationAlias = aliases.first()

    fun askUserForPin(): String = ""

    fun getBiometricFactor(): BiometricFactor = throw YourException()

    fun isAuthenticationFactorSupportedByDevice(type: AuthenticatorType): Boolean = type == AuthenticatorType.BIOMETRIC

    fun authenticateUser(data: AuthenticationInitializationData): AuthenticationResult =
        user?.authenticateUser(data) ?: throw YourException()

    fun handleLockoutAndRepeatAuthentication() {
        user?.handleLockout()
    }

    fun prepareAuthenticationFactor(
        result: AuthenticationResult.ApiAccessAddFactor, type: AuthenticatorType,
    ): AuthenticationFactor = throw YourException()

    fun fetchUserClaims(oidcAuthorizationCode: String) {
        user?.fetchUserClaims(oidcAuthorizationCode)
    }

    // The functions of other chapters.

    fun getBiometricFactor(idmIdentifier: String, activity: AppCompatActivity, done: (BiometricFactor?) -> Unit) =
        done(user?.getBiometricFactor(idmIdentifier))

    fun startAuthentication(data: AuthenticationInitializationData) {
        user?.startAuthentication(data)
    }

    fun confirmAuthenticationAttributes(request: AuthenticateRequest) {}

    fun signAuthentication(userInformation: AuthenticationUserInformation) {}
}
