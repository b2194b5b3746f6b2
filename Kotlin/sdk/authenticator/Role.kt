package org.xign.sdk

import org.xign.protocol.DescribedRole

/**
 * A role of the user at a service.
 *
 * @property id the role's identifier at the manager.
 * @property name the name to show.
 * @property requestedAuthenticators the factors that the role requires: alternatives, each a set of factors that must
 * sign together, such as `[[DEVICE, PIN], [BIOMETRIC, DEVICE]]`.
 */
public class Role internal constructor(
    public val id: String, public val name: String, public val requestedAuthenticators: List<List<AuthenticatorType>>,
) {
    internal constructor(described: DescribedRole) : this(
        described.id, described.name, described.alternatives.map { it.map(AuthenticatorType.Companion::of) },
    )

    override fun equals(other: Any?): Boolean = other is Role && id == other.id && name == other.name &&
        requestedAuthenticators == other.requestedAuthenticators

    override fun hashCode(): Int = id.hashCode()

    override fun toString(): String = "Role($name)"
}
