package org.xign.protocol

import org.xign.protocol.crypto.sha256

/** The vectors of `comparison.json`: statements that a device signs or refuses after an answer to `start`. */
internal class ComparisonVectors(private val checks: Checks) {
    fun check(file: Vector) {
        val processes = file.vectors("processes")
        val starts = file.list("starts").map { it.asText("starts").toByteArray() }
        val statements = file.list("statements").map { Base64Url.decode(it.asText("statements")) }
        for (case in file.vectors("cases")) {
            val process = processes[case.integer("process").toInt()]
            val start = starts[case.integer("start").toInt()]
            val statement = statements[case.integer("statement").toInt()]
            checks.check(case.what, case.flag("isSigned")) { isSigned(process, start, statement) }
        }
    }

    private fun isSigned(process: Vector, start: ByteArray, statement: ByteArray): Boolean = try {
        val answer = StartAnswer.read(start)
        val manager = checkNotNull(ManagerOrigin.read(process.text("url")))
        demand(beginning(process).allows(answer, manager), "beginning")
        val role = answer.roles.find { it.id == process.text("roleId") } ?: throw MalformedException("role")
        val attributes = (process["attributes"] as JsonObject).members
        val choices = attributes.mapValues { choice(answer.attributes[it.key], Vector(it.value)) }
        val shown = ShownProcess(
            answer, process.text("idm"), SessionId(process.octets("sessionId")),
            ActivationId(process.octets("activationId")),
        )
        shown.check(statement, role, choices)
        true
    } catch (_: MalformedException) {
        false
    } catch (_: ConsentMismatchException) {
        false
    }

    private fun choice(attribute: DescribedAttribute?, choice: Vector): AttributeChoice {
        if (attribute == null) throw MalformedException("attribute")
        if ("disclosure" in choice) {
            return AttributeChoice.Supplied(
                attribute.isRequired, Octets(sha256(choice.text("disclosure").ascii())),
            )
        }
        val alias = attribute.aliases.find { it.id == choice.text("aliasId") } ?: throw MalformedException("alias")
        return AttributeChoice.Alias(attribute.isRequired, alias.id, alias.text)
    }

    private fun beginning(process: Vector): ProcessBeginning = when (val way = process.text("way")) {
        "qr" -> ProcessBeginning.Link(ProcessKind.LOGIN_BY_QR_CODE)
        "link" -> ProcessBeginning.Link(ProcessKind.LOGIN_BY_LINK)
        "transactionQr" -> ProcessBeginning.Link(ProcessKind.TRANSACTION_BY_QR_CODE)
        "transactionLink" -> ProcessBeginning.Link(ProcessKind.TRANSACTION_BY_LINK)
        "inAppStart" -> ProcessBeginning.InApp(process.text("clientId"))
        "keycloak" -> ProcessBeginning.Keycloak(process.text("keycloak"))
        "startUtility" -> ProcessBeginning.Utility(utility(process))
        "merge" -> Vector(process["organization"]).let {
            ProcessBeginning.Merge(Party(it.text("id"), it.text("name")), process.text("address"))
        }
        else -> error("unknown way $way")
    }

    private fun utility(process: Vector): UtilityRequest = when (val purpose = process.text("purpose")) {
        "changePin" -> UtilityRequest.ChangePin
        "newActivation" -> UtilityRequest.NewActivation
        "delete" -> UtilityRequest.Delete
        "addFactor" -> UtilityRequest.AddFactor(process["factor"].asWord("factor"))
        "revoke" -> UtilityRequest.Revoke(ActivationId(process.octets("target")))
        else -> error("unknown purpose $purpose")
    }
}
