package org.xign.sdk

import java.net.URL
import java.time.Instant
import org.xign.protocol.FactorPublicKey
import org.xign.protocol.InitializationData
import org.xign.protocol.Octets
import org.xign.protocol.PinPolicy

/**
 * The result of an authentication. The case depends on how the authentication began. No description shows a secret.
 */
public sealed class AuthenticationResult {
    /**
     * The user is logged in at the website that showed the QR code or link; or a transaction is confirmed, see
     * [transaction]; or another activation is revoked, if the process began with
     * [Personalizer.startRevokeActivationSynchronous]. The process is complete.
     *
     * @property transaction the confirmed transaction, if the process was one: nobody is logged in then. Null after a
     * login.
     */
    public class UserLoginResult internal constructor(
        private val login: LoginInformation, private val returnAddress: String? = null,
        public val transaction: TransactionResult? = null,
    ) : AuthenticationResult() {
        /** The name of the service. */
        public val relyingPartyName: String get() = login.service.name

        /** The URL of the service. */
        public val relyingPartyUrl: URL? get() = login.service.url

        /** The name of the role that was used. */
        public val roleName: String get() = login.roleName

        /** The organization that runs the service. */
        public val organizationInformation: OrganizationInformation get() = login.organization

        /**
         * The number of failed attempts with this activation since the previous success. Show it: more than the user
         * remembers are an alarm.
         */
        public val failedAttemptsSinceLastSuccess: Long get() = login.failedAttemptsSinceLastSuccess

        /**
         * The URL that returns the user to the browser after a login that began with a link on this device; null after
         * a scanned code.
         *
         * Open it at once, in the browser that the user came from and not inside the app: no other browser gets the
         * result, and the URL expires after one minute. It always leads to the manager. It contains a secret: do not
         * log it, and do not send it anywhere else (`docs/protocol.md`, section 6, "Return on the same device").
         */
        public val returnURL: URL? get() = returnAddress?.let { URL(it) }

        override fun toString(): String = "UserLoginResult($relyingPartyName)"
    }

    /**
     * The user is logged in at this app's own service: continue with
     * [Authenticator.fetchAuthorizationCodeSynchronous].
     */
    public class ServiceLoginResult internal constructor(
        private val login: LoginInformation,
        /** The confirmed process, whose code is to be fetched. */
        internal val process: AuthenticationProcess,
        /** The secret that, with the cookie, leads back to the app's Keycloak. */
        internal val returnSecret: Octets?,
    ) : AuthenticationResult() {
        /** The name of the service. */
        public val relyingPartyName: String get() = login.service.name

        /** The URL of the service, if it has one. */
        public val relyingPartyUrl: URL? get() = login.service.url

        /** The name of the role that was used. */
        public val roleName: String get() = login.roleName

        /** The organization that runs the service. */
        public val organizationInformation: OrganizationInformation get() = login.organization

        /** The number of failed attempts with this activation since the previous success. */
        public val failedAttemptsSinceLastSuccess: Long get() = login.failedAttemptsSinceLastSuccess

        /** The client id of the service at the manager: of the app's own service, or of its Keycloak. */
        public val clientId: String get() = login.service.id

        override fun toString(): String = "ServiceLoginResult($relyingPartyName)"
    }

    /**
     * The permission to add a factor to an activation. It ends after five minutes.
     *
     * @property factorType the factor that may be added.
     */
    public class ApiAccessAddFactor internal constructor(
        internal val grant: Grant, public val factorType: AuthenticatorType,
    ) : AuthenticationResult() {
        /** The identifier of the activation's manager. */
        public val idmIdentifier: String get() = grant.activation.idmIdentifier

        override fun toString(): String = "ApiAccessAddFactor($factorType)"
    }

    /**
     * The permission to change an activation's PIN. It ends after five minutes. Set the new PIN in [pinSpec].
     */
    public class ApiAccessChangePin internal constructor(
        internal val grant: Grant, pinPolicy: PinPolicy,
        /** The key of the PIN that confirmed the change, in memory only. */
        internal val presentKey: FactorPublicKey,
    ) : AuthenticationResult() {
        /** The identifier of the activation's manager. */
        public val idmIdentifier: String get() = grant.activation.idmIdentifier

        /** The place for the new PIN. */
        public val pinSpec: PinSpecification = PinSpecification(pinPolicy)

        override fun toString(): String = "ApiAccessChangePin"
    }

    /**
     * The invitation is accepted with this account. The process is complete: tell the user that the invitation's code
     * is no longer valid.
     *
     * @property idmIdentifier the manager's identifier.
     */
    public class ApiAccessMergeComplete internal constructor(public val idmIdentifier: String) : AuthenticationResult()

    /**
     * The permission to make a further activation. It ends after five minutes. Set the activation's PIN in [pinSpec].
     */
    public class ApiAccessRequestNewActivationData internal constructor(
        internal val grant: Grant, pinPolicy: PinPolicy,
    ) : AuthenticationResult() {
        /** The identifier of the manager at which the activation is made. */
        public val idmIdentifier: String get() = grant.activation.idmIdentifier

        /** The place for the activation's PIN. */
        public val pinSpec: PinSpecification = PinSpecification(pinPolicy)

        /** The name of the new activation: at most 256 bytes. If it is null, the new device names itself. */
        @Volatile
        public var alias: String? = null

        /**
         * True if the manager also mails the data to the user. No manager does so yet: finishing throws
         * [XignSdkErrorCode.MAIL_UNAVAILABLE] then, and spends nothing.
         */
        @Volatile
        public var shouldSendEmail: Boolean = false

        /**
         * The moment, by the device's clock, at which the new activation ends unless a device has used it; null before
         * it was made.
         */
        @Volatile
        public var expiresAt: Instant? = null
            internal set

        /** The data from which a device begins the personalization: the id and the secret are drawn here. */
        internal val data: InitializationData = grant.newInitializationData()

        /**
         * The App-Link of the new activation, which opens an app from the system's camera; null before it was made, and
         * if the manager has no such links. Like the initialization data, it is secret: whoever has it can try PINs.
         */
        public val link: URL? get() = if (expiresAt == null) null else grant.appLink(data)?.let { URL(it) }

        override fun toString(): String = "ApiAccessRequestNewActivationData"
    }

    /** The permission to delete the account. It ends after five minutes. */
    public class ApiAccessDelete internal constructor(internal val grant: Grant) : AuthenticationResult() {
        /** The identifier of the manager at which the account is deleted. */
        public val idmIdentifier: String get() = grant.activation.idmIdentifier

        override fun toString(): String = "ApiAccessDelete"
    }

    /**
     * A factor was wrong; the manager does not say which. Wait until the lockout ends, sign the returned object again
     * with all factors, and finish it.
     *
     * @property lockoutInformation the end of the lockout.
     * @property authenticationUserInformation the object to sign after the wait.
     */
    public class Lockout internal constructor(
        public val lockoutInformation: LockoutAttemptInformation,
        public val authenticationUserInformation: AuthenticationUserInformation,
    ) : AuthenticationResult()
}

/** The case without its class, as the documentation of the SDK names it. */
public typealias UserLoginResult = AuthenticationResult.UserLoginResult

/** The case without its class. */
public typealias ServiceLoginResult = AuthenticationResult.ServiceLoginResult

/** The case without its class. */
public typealias ApiAccessAddFactor = AuthenticationResult.ApiAccessAddFactor

/** The case without its class. */
public typealias ApiAccessChangePin = AuthenticationResult.ApiAccessChangePin

/** The case without its class. */
public typealias ApiAccessMergeComplete = AuthenticationResult.ApiAccessMergeComplete

/** The case without its class. */
public typealias ApiAccessRequestNewActivationData = AuthenticationResult.ApiAccessRequestNewActivationData

/** The case without its class. */
public typealias ApiAccessDelete = AuthenticationResult.ApiAccessDelete

/** The case without its class. */
public typealias Lockout = AuthenticationResult.Lockout
