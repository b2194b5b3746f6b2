package org.xign.sdk

import java.net.URL
import org.xign.protocol.BuiltIn
import org.xign.protocol.DescribedService

/**
 * The service that requests a login. Show it before the user confirms.
 *
 * @property id the service's identifier at the manager: its client id.
 * @property name its name.
 * @property origin the origin to which the user returns: scheme, host and port, such as `https://shop.example.org`;
 * `app` for an InApp-Authentication.
 * @property serviceDescription its description of itself.
 */
public class ServiceInformation internal constructor(
    public val id: String, public val name: String, public val origin: String, public val serviceDescription: String?,
) {
    internal constructor(described: DescribedService) :
        this(described.id, described.name, described.origin, described.description)

    /**
     * True for the manager itself, as in a login at the pages of the user's account: no website receives anything.
     *
     * The SDK has checked it: no website can have an id of the manager.
     */
    public val isManager: Boolean get() = id in BuiltIn.services

    /** The origin as a URL; null for an InApp-Authentication. */
    public val url: URL? get() = urlOrNull(origin)

    override fun equals(other: Any?): Boolean = other is ServiceInformation && id == other.id && name == other.name &&
        origin == other.origin && serviceDescription == other.serviceDescription

    override fun hashCode(): Int = id.hashCode()

    override fun toString(): String = "ServiceInformation($name)"
}
