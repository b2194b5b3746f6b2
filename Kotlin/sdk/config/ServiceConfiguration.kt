package org.xign.sdk

import org.xign.protocol.JsonLimits
import org.xign.protocol.MalformedException
import org.xign.protocol.Members
import org.xign.protocol.StrictJson

/**
 * The configuration of a service that this app authenticates against directly (InApp-Authentication): the content of
 * `<service-name>.json`.
 *
 * The file contains no secret; the service's secrets belong in a file of its backend.
 *
 * @property idmIdentifier the identifier of the service's manager.
 * @property clientId the service's identifier at the manager.
 * @property name the service's name, for people.
 */
public class ServiceConfiguration private constructor(
    public val idmIdentifier: String, public val clientId: String, public val name: String,
) {
    override fun equals(other: Any?): Boolean = other is ServiceConfiguration &&
        idmIdentifier == other.idmIdentifier && clientId == other.clientId && name == other.name

    override fun hashCode(): Int = clientId.hashCode()

    override fun toString(): String = "ServiceConfiguration($name)"

    public companion object {
        /**
         * Reads a configuration file. Ignores unknown members.
         *
         * @throws XignSdkInitializationException `SERVICE_CONFIGURATION_INVALID`.
         */
        @JvmStatic
        @Throws(XignSdkInitializationException::class)
        public fun read(data: ByteArray): ServiceConfiguration = try {
            Members.open(StrictJson.parse(data, JsonLimits.MESSAGE)) {
                ServiceConfiguration(text("idmIdentifier"), text("clientId"), text("name"))
            }
        } catch (error: MalformedException) {
            throw XignSdkInitializationException(
                XignSdkInitializationErrorCodes.SERVICE_CONFIGURATION_INVALID,
                "A service configuration must be a JSON object with idmIdentifier, clientId and name.", error,
            )
        }
    }
}
