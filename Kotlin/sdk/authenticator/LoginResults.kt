package org.xign.sdk

/** The properties of a successful login, as the user confirmed them. */
internal class LoginInformation(
    val service: ServiceInformation, val organization: OrganizationInformation, val roleName: String,
    val failedAttemptsSinceLastSuccess: Long,
)
