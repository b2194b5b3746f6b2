package org.xign.sdk

import java.time.Instant
import org.xign.protocol.OpenAnswer

/** The outcome of decrypting initialization data. */
public sealed class PersonalizationResponse {
    /**
     * The PIN was correct.
     *
     * @property request the activation. Show it to the user, then finish it.
     */
    public class Personalize internal constructor(public val request: PersonalizationRequest) :
        PersonalizationResponse()

    /**
     * The data are an invitation, and this app already has an activation at the manager.
     *
     * @property mergeInformation the invitation. Show it.
     * @property data the data to authenticate with; success is [AuthenticationResult.ApiAccessMergeComplete].
     */
    public class MergePersonalization internal constructor(
        public val mergeInformation: MergeInformation,
        public val data: AuthenticationInitializationDataWithSession,
    ) : PersonalizationResponse()

    /**
     * The PIN was wrong. Wait, ask for it again, and decrypt the same data again. If the lockout is permanent, the
     * activation is no longer valid.
     *
     * @property lockoutInformation the end of the lockout.
     * @property data the data to decrypt again.
     */
    public class Lockout internal constructor(
        public val lockoutInformation: LockoutAttemptInformation,
        public val data: PersonalizationInitializationData,
    ) : PersonalizationResponse()

    /**
     * The data were already used. Tell the user: if it was someone else, it is an alarm.
     *
     * @property at the moment.
     */
    public class AlreadyUsed internal constructor(public val at: Instant) : PersonalizationResponse()
}

/**
 * An organization's invitation of a person whose app is activated already.
 *
 * @property organizationInformation the organization that invites.
 * @property emailAddress the mail address to which the invitation was sent. It is added to the account, unverified.
 * @property roles the roles that the person gets. They are known once the authentication has started: see
 * [AuthenticateRequest.subject]. Empty before.
 */
public class MergeInformation internal constructor(
    public val organizationInformation: OrganizationInformation, public val emailAddress: String,
    public val roles: List<InvitedRole>,
) {
    internal constructor(merge: OpenAnswer.Merge, roles: List<InvitedRole>) :
        this(OrganizationInformation(merge.organization), merge.address, roles)

    /**
     * A role that the person gets at a service of the organization.
     *
     * @property serviceName the name of the service.
     * @property roleName the name of the role.
     */
    public class InvitedRole internal constructor(public val serviceName: String, public val roleName: String)
}
