package org.xign.sdk

/**
 * A stable code for an error of a flow, to match on.
 *
 * New codes may be added, so a `when` needs an `else`. The documentation of each code says what to do. Two codes are
 * equal if their names are. The codes of the manager's refusals: `docs/protocol.md`, section 3, "Errors".
 *
 * @property rawValue the code's stable name, used in logs.
 */
public class XignSdkErrorCode(public val rawValue: String) {
    override fun equals(other: Any?): Boolean = other is XignSdkErrorCode && rawValue == other.rawValue

    override fun hashCode(): Int = rawValue.hashCode()

    /** The name, for logs. */
    override fun toString(): String = rawValue

    public companion object {
        private fun code(name: String) = XignSdkErrorCode(name)

        // Always possible

        /** An error without a code of its own. The cause is in the exception's `cause`. Report it to us. */
        @JvmField public val UNEXPECTED: XignSdkErrorCode = code("unexpected")
        /** The calling thread was interrupted. The manager may or may not have received the request. */
        @JvmField public val CANCELLED: XignSdkErrorCode = code("cancelled")
        /** The SDK was used before [XignSdk.initialize]. Initialize it when the app starts. */
        @JvmField public val NOT_INITIALIZED: XignSdkErrorCode = code("notInitialized")
        /** This version of the SDK, the platform or the manager does not offer the function. */
        @JvmField public val NOT_SUPPORTED: XignSdkErrorCode = code("notSupported")
        /**
         * The storage location could not be read or written. Check free space, owner and permissions. [StorageProblem]
         * in the cause's [KeyStoreException] tells frequent reasons apart. Run the same again when there is room:
         * [Personalizer.pendingPersonalizations] has an activation that the manager may have, and nothing is lost.
         */
        @JvmField public val STORAGE_FAILED: XignSdkErrorCode = code("storageFailed")
        /** The key store refused or lost a key. If it persists, depersonalize and activate again. */
        @JvmField public val KEY_UNAVAILABLE: XignSdkErrorCode = code("keyUnavailable")

        // Reaching the manager

        /**
         * The manager could not be reached: no network, name not found, a proxy that refuses, connection lost. The
         * exception's `cause` is a [TransportException] that names the cause. Try again when there is a network.
         */
        @JvmField public val CONNECTION_FAILED: XignSdkErrorCode = code("connectionFailed")
        /**
         * The certificate of the manager's server is not trusted; no request was sent. Try another network, or tell the
         * operator. In a private installation, pass its authority to the transport or install it on the device.
         */
        @JvmField public val CERTIFICATE_UNTRUSTED: XignSdkErrorCode = code("certificateUntrusted")
        /** The manager did not answer in time. Try again. */
        @JvmField public val TIMED_OUT: XignSdkErrorCode = code("timedOut")
        /**
         * The answer was an HTTP error outside the sealed channel; see [XignSdkHttpException.httpStatus]. The `cause`
         * is a [ForeignAnswer] where the answer is of a kind that no manager gives. Try again later.
         */
        @JvmField public val HTTP_ERROR: XignSdkErrorCode = code("httpError")
        /**
         * The answer could not be decrypted or parsed: it is not from the pinned manager, or was altered. Do not
         * continue.
         */
        @JvmField public val RESPONSE_INVALID: XignSdkErrorCode = code("responseInvalid")
        /** The manager refused the request as malformed. Update the app. */
        @JvmField public val REQUEST_REJECTED: XignSdkErrorCode = code("requestRejected")
        /** The manager limits the rate of requests. Wait a minute, then try again. */
        @JvmField public val TOO_MANY_REQUESTS: XignSdkErrorCode = code("tooManyRequests")
        /** The manager had an internal error. Try again later. */
        @JvmField public val MANAGER_FAILED: XignSdkErrorCode = code("managerFailed")
        /** The manager no longer accepts this version of the SDK. Update the app. */
        @JvmField public val CLIENT_TOO_OLD: XignSdkErrorCode = code("clientTooOld")
        /**
         * The manager's key material has expired, and newer material could not be fetched. Check the network, or update
         * the app.
         */
        @JvmField public val KEY_MATERIAL_EXPIRED: XignSdkErrorCode = code("keyMaterialExpired")
        /**
         * The manager does not know the key that it published itself, and has no newer one: an older copy may have
         * taken the place of its database. Nothing was done, and the activation remains. Try again once, then tell the
         * operator.
         */
        @JvmField public val ENCRYPTION_KEY_UNKNOWN: XignSdkErrorCode = code("encryptionKeyUnknown")
        /**
         * Fetched key material contradicts the pinned material and was not adopted: another manager answers at the
         * address, or it was set up anew. Do not continue; ask the operator.
         */
        @JvmField public val KEY_MATERIAL_INVALID: XignSdkErrorCode = code("keyMaterialInvalid")

        // Initialization data

        /** The text is not process initialization data, an App-Link or a Deep-Link. Scan the code again. */
        @JvmField public val INITIALIZATION_DATA_INVALID: XignSdkErrorCode = code("initializationDataInvalid")
        /** A link is incomplete: what follows its `#` is missing or was cut off. Copy the whole link. */
        @JvmField public val LINK_INCOMPLETE: XignSdkErrorCode = code("linkIncomplete")
        /** A link was broken into lines. Copy it as one line. */
        @JvmField public val LINK_WRAPPED: XignSdkErrorCode = code("linkWrapped")
        /**
         * Something was added at the end of a link or around it, such as a full stop or brackets. Copy the link alone.
         */
        @JvmField public val LINK_EXTENDED: XignSdkErrorCode = code("linkExtended")
        /**
         * A link was put into another address, such as that of a network that looks at all links. Copy the link itself,
         * or scan the code.
         */
        @JvmField public val LINK_EMBEDDED: XignSdkErrorCode = code("linkEmbedded")
        /**
         * A link or pasted text contains the data of a QR code, and the service demands that the code is scanned: the
         * sender may have begun that process. Show the scanner. The process keeps waiting.
         */
        @JvmField public val SCAN_REQUIRED: XignSdkErrorCode = code("scanRequired")
        /** The app has no key material of the manager in the data. Add it if the app trusts this manager. */
        @JvmField public val MANAGER_UNKNOWN: XignSdkErrorCode = code("managerUnknown")
        /** The QR code has expired. Scan the code that is shown now; the session continues. */
        @JvmField public val QR_CODE_EXPIRED: XignSdkErrorCode = code("qrCodeExpired")

        // Activation

        /** There is no activation for this manager on the device. Personalize first. */
        @JvmField public val NOT_PERSONALIZED: XignSdkErrorCode = code("notPersonalized")
        /** The device already has an activation for this manager. Depersonalize it first, or use it. */
        @JvmField public val ALREADY_PERSONALIZED: XignSdkErrorCode = code("alreadyPersonalized")
        /**
         * The manager does not know the activation or its secret: it was used, expired, revoked, or locked by wrong
         * PINs. Request a new one.
         */
        @JvmField public val ACTIVATION_UNKNOWN: XignSdkErrorCode = code("activationUnknown")
        /**
         * The operator has disabled the account. Keep the activation, which works again once the account is enabled,
         * and tell the user to contact the operator.
         */
        @JvmField public val ACCOUNT_DISABLED: XignSdkErrorCode = code("accountDisabled")
        /**
         * The text cannot be a PIN: a PIN has 5 to 32 digits. Ask the user again; nothing was sent. The manager's
         * requirements for a new PIN, by default 6 digits, are in [PinSpecification].
         */
        @JvmField public val PIN_INVALID: XignSdkErrorCode = code("pinInvalid")
        /** A new PIN must be set with [PinSpecification.setPin] before the process can be finished. */
        @JvmField public val PIN_MISSING: XignSdkErrorCode = code("pinMissing")
        /**
         * The name of a device is empty, longer than 256 bytes, or contains invisible characters. Ask the user for
         * another one; nothing was sent.
         */
        @JvmField public val ALIAS_INVALID: XignSdkErrorCode = code("aliasInvalid")
        /**
         * The manager refused the enrolment, for example because a key is in use elsewhere. Start the process again.
         */
        @JvmField public val ENROLMENT_REJECTED: XignSdkErrorCode = code("enrolmentRejected")
        /**
         * Another attempt, earlier or concurrent, has activated the device. The PIN of that attempt is valid, not the
         * PIN of this one: tell the user.
         */
        @JvmField public val ACTIVATED_BY_ANOTHER_ATTEMPT: XignSdkErrorCode = code("activatedByAnotherAttempt")

        // Authentication

        /** A lockout is running; see [XignSdkLockoutException]. Wait, then start again with new initialization data. */
        @JvmField public val LOCKOUT: XignSdkErrorCode = code("lockout")
        /**
         * The device or app does not meet the security requirements of the service or the manager. Tell the user what
         * to change, by [XignSdkSecurityInsufficientException.findings]; then start again with new initialization data.
         */
        @JvmField public val SECURITY_INSUFFICIENT: XignSdkErrorCode = code("securityInsufficient")
        /** The session is over or unknown. Start again with new initialization data. */
        @JvmField public val SESSION_ENDED: XignSdkErrorCode = code("sessionEnded")
        /** Another device has claimed the session. Tell the user; start again with a new code. */
        @JvmField public val SESSION_TAKEN: XignSdkErrorCode = code("sessionTaken")
        /** The user may not use this service. Tell the user; the website sees an ordinary cancellation. */
        @JvmField public val ACCESS_DENIED: XignSdkErrorCode = code("accessDenied")
        /**
         * The process is for another account than this activation's: the website requires the one that is logged in
         * there, for example, or the transaction belongs to another person. Tell the user; the session keeps waiting
         * for that account's device.
         */
        @JvmField public val OTHER_ACCOUNT: XignSdkErrorCode = code("otherAccount")
        /**
         * The website requires a kind of authentication that none of the user's roles has. Tell the user to contact the
         * website's operator.
         */
        @JvmField public val UNMET_REQUIREMENTS: XignSdkErrorCode = code("unmetRequirements")
        /**
         * The page in the browser shows two digits, and none were set. Ask the user for them, pass them to
         * [AuthenticateRequest.setPairingDigits], and repeat the call. Nothing was sent.
         */
        @JvmField public val PAIRING_MISSING: XignSdkErrorCode = code("pairingMissing")
        /**
         * The digits were not those of the page, and the process is over. Tell the user to begin again on the page, and
         * to stop if somebody sent them the link.
         */
        @JvmField public val PAIRING_FAILED: XignSdkErrorCode = code("pairingFailed")
        /** No role was chosen although there are several. Call [AuthenticateRequest.setSelection]. */
        @JvmField public val ROLE_MISSING: XignSdkErrorCode = code("roleMissing")
        /** The attributes were wrong too often. The process is over; start again. */
        @JvmField public val TOO_MANY_CORRECTIONS: XignSdkErrorCode = code("tooManyCorrections")
        /** The statement to be signed differs from what the user saw. Nothing was signed. Do not repeat; report it. */
        @JvmField public val CONSENT_MISMATCH: XignSdkErrorCode = code("consentMismatch")
        /**
         * The biometric key is gone, since the enrolled biometrics have changed. Choose another combination. Only a new
         * activation makes another key: offer the user to activate the app again.
         */
        @JvmField public val BIOMETRICS_CHANGED: XignSdkErrorCode = code("biometricsChanged")
        /**
         * The user cancelled the biometric recognition, or was not recognized. Try again, or choose another
         * combination.
         */
        @JvmField public val USER_NOT_RECOGNIZED: XignSdkErrorCode = code("userNotRecognized")
        /**
         * The factor is not enrolled, or it is not available on this device, perhaps only for now. Choose another
         * combination.
         */
        @JvmField public val FACTOR_UNAVAILABLE: XignSdkErrorCode = code("factorUnavailable")
        /**
         * The signing factors are not a requested combination. Sign with all factors of one combination, and with no
         * other. No attempt was counted.
         */
        @JvmField public val FACTOR_SET_MISMATCH: XignSdkErrorCode = code("factorSetMismatch")
        /** The object was used in the wrong order, for example finished twice. Start again. */
        @JvmField public val WRONG_ORDER: XignSdkErrorCode = code("wrongOrder")
        /** Permissions or requirements changed while the user decided. Start again. */
        @JvmField public val POLICY_CHANGED: XignSdkErrorCode = code("policyChanged")
        /**
         * The SDK has no configuration of the service, which InApp-Authentication needs. Add it to the configuration
         * with [XignSdkConfig.Builder.addServiceConfiguration].
         */
        @JvmField public val SERVICE_NOT_CONFIGURED: XignSdkErrorCode = code("serviceNotConfigured")
        /**
         * The Keycloak shows a page for a person, such as its login form or a profile, in place of continuing. The
         * message says what to change in the Keycloak.
         */
        @JvmField public val KEYCLOAK_INTERACTION_REQUIRED: XignSdkErrorCode = code("keycloakInteractionRequired")
        /**
         * The Keycloak, or the manager as its identity provider, ended the login with an OAuth error or an HTTP error.
         * The message contains it. Start again; if it persists, look into the Keycloak's log.
         */
        @JvmField public val KEYCLOAK_REFUSED: XignSdkErrorCode = code("keycloakRefused")
        /**
         * The Keycloak, its client, its identity provider or [KeycloakServiceConfiguration] is set up so that the SDK
         * does not continue: a redirect to a foreign host, a loop, plain HTTP, a wrong `state` or `iss`, or no answer
         * of the manager. The message says which, and what to change.
         */
        @JvmField public val KEYCLOAK_MISCONFIGURED: XignSdkErrorCode = code("keycloakMisconfigured")

        // Changes of activation and account

        /** The manager mails no codes. Nothing was spent: show the data instead, and finish again without mail. */
        @JvmField public val MAIL_UNAVAILABLE: XignSdkErrorCode = code("mailUnavailable")
        /**
         * The operator's rules or limits do not allow the act, for example a fourth activation that waits for its
         * device.
         */
        @JvmField public val NOT_ALLOWED: XignSdkErrorCode = code("notAllowed")
        /**
         * The activation has the factor already, or the manager does not accept it. Each factor can be added once; an
         * invalidated one needs a new activation.
         */
        @JvmField public val FACTOR_REFUSED: XignSdkErrorCode = code("factorRefused")
        /**
         * The activation is less than a day old and stands beside an older one, so it may not do this yet. Use an older
         * device, or wait.
         */
        @JvmField public val COOL_DOWN: XignSdkErrorCode = code("coolDown")
        /**
         * The new PIN is the present one. Nothing was sent: let the user choose another PIN, set it, and finish again.
         */
        @JvmField public val SAME_PIN: XignSdkErrorCode = code("samePin")
        /** The permission was granted for another act, or another factor. Start again. */
        @JvmField public val GRANT_MISMATCH: XignSdkErrorCode = code("grantMismatch")
        /** The permission has expired, five minutes after the authentication. Start again. */
        @JvmField public val GRANT_EXPIRED: XignSdkErrorCode = code("grantExpired")
        /** The permission was used before, with another request. Start again. */
        @JvmField public val GRANT_SPENT: XignSdkErrorCode = code("grantSpent")
    }
}
