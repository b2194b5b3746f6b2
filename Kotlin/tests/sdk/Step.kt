package org.xign.sdk

import org.xign.protocol.JsonLimits
import org.xign.protocol.JsonObject
import org.xign.protocol.JsonValue
import org.xign.protocol.StrictJson
import org.xign.protocol.asFlag
import org.xign.protocol.asList
import org.xign.protocol.asText
import org.xign.protocol.json

/** The reason why a step cannot be performed. */
internal class StepFailureException(message: String) : Exception(message)

/** A step of the app, which a test asks for. `Authenticator/Tests/TestApp/Step.swift` describes the steps. */
internal class Step private constructor(private val members: Map<String, JsonValue>) {
    fun text(name: String): String = optional(name) ?: throw StepFailureException("the step lacks $name")

    fun optional(name: String): String? = members[name]?.asText(name)

    fun flag(name: String, otherwise: Boolean): Boolean = members[name]?.asFlag(name) ?: otherwise

    fun texts(name: String): List<String>? = members[name]?.asList(name)?.map { it.asText(name) }

    fun step(name: String): Step? = members[name]?.let(::of)

    companion object {
        fun read(line: String): Step = of(StrictJson.parse(line.toByteArray(), JsonLimits.MESSAGE))

        private fun of(value: JsonValue) = Step((value as JsonObject).members)
    }
}

/** The answer to a step: what the SDK returned, or its error. */
internal class Answer(
    private val result: String? = null, private val shown: List<String>? = null, private val code: String? = null,
    private val activations: List<ActivationInformation>? = null, private val error: String? = null,
    private val message: String? = null,
) {
    /** Returns the answer as JSON, with the factors of the activation. */
    fun line(factors: List<String>?): String = StrictJson.write(
        json(
            "error" to error?.let(::json), "message" to message?.let(::json), "result" to result?.let(::json),
            "shown" to shown?.let(::texts), "code" to code?.let(::json), "factors" to factors?.let(::texts),
            "activations" to activations?.let { list -> json(list.map(::activation)) },
        ),
    )

    private fun texts(texts: List<String>): JsonValue = json(texts.map { json(it) })

    private fun activation(activation: ActivationInformation): JsonValue = json(
        "id" to json(activation.activationId), "alias" to activation.alias?.let(::json),
        "platform" to activation.platform?.let(::json), "isThisDevice" to json(activation.isThisDevice),
    )
}

/** The name of the case. */
internal val AuthenticationResult.name: String
    get() = when (this) {
        is AuthenticationResult.UserLoginResult -> "userLogin"
        is AuthenticationResult.ServiceLoginResult -> "serviceLogin"
        is AuthenticationResult.ApiAccessAddFactor -> "apiAccessAddFactor"
        is AuthenticationResult.ApiAccessChangePin -> "apiAccessChangePin"
        is AuthenticationResult.ApiAccessMergeComplete -> "apiAccessMergeComplete"
        is AuthenticationResult.ApiAccessRequestNewActivationData -> "apiAccessRequestNewActivationData"
        is AuthenticationResult.ApiAccessDelete -> "apiAccessDelete"
        is AuthenticationResult.Lockout -> "lockout"
    }

/** The names in the subject, which the app shows. */
internal val AuthenticationSubject.names: List<String>
    get() = when (this) {
        is AuthenticationSubject.AddFactor -> listOf(factorType.name.lowercase())
        is AuthenticationSubject.Revoke -> listOfNotNull(activation.alias)
        is AuthenticationSubject.Merge -> mergeInformation.run {
            listOf(organizationInformation.name, emailAddress) + roles.flatMap { listOf(it.serviceName, it.roleName) }
        }
        else -> listOf()
    }
