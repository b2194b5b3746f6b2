package org.xign.sdk

import java.net.MalformedURLException
import java.net.URL
import org.xign.protocol.DescribedOrganization

/**
 * The organization that runs a service. Show it before the user confirms: it helps to recognize phishing.
 *
 * @property id the organization's identifier at the manager.
 * @property name its name.
 * @property address its postal address; line feeds separate the lines.
 * @property organizationDescription its description of itself.
 */
public class OrganizationInformation internal constructor(
    public val id: String, public val name: String, private val website: String?, public val address: String?,
    public val organizationDescription: String?,
) {
    internal constructor(described: DescribedOrganization) :
        this(described.id, described.name, described.website, described.address, described.description)

    /** Its website, by https or http; null if it has none. */
    public val websiteURL: URL? get() = website?.let(::urlOrNull)

    override fun equals(other: Any?): Boolean = other is OrganizationInformation && id == other.id &&
        name == other.name && website == other.website && address == other.address &&
        organizationDescription == other.organizationDescription

    override fun hashCode(): Int = id.hashCode()

    override fun toString(): String = "OrganizationInformation($name)"
}

/**
 * Returns the URL of a web page; null for any other text. The SDK keeps texts, since comparing two URLs of Java asks
 * the network.
 */
internal fun urlOrNull(text: String): URL? = try {
    if (text.startsWith("https://") || text.startsWith("http://")) URL(text) else null
} catch (_: MalformedURLException) {
    null
}
