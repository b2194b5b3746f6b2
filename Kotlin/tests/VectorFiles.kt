package org.xign.protocol

import java.time.LocalDate
import org.xign.protocol.crypto.Ed25519PublicKey

/** The files of published vectors, each with its checks. The names are those of the files. */
internal class VectorFiles(private val checks: Checks) {
    val byName: Map<String, (JsonValue) -> Unit> = mapOf(
        "comparison" to { ComparisonVectors(checks).check(Vector(it)) },
        "consents" to { forms(Vector(it)) { bytes -> ConsentStatement.read(bytes).serialized() } },
        "derivations" to { DerivationVectors(checks).check(Vector(it)) },
        "device-statements" to { forms(Vector(it), ::readDeviceStatement) },
        "ed25519" to { file -> vectors(file).forEach(::ed25519) },
        "errors" to ::errors,
        "in-app" to { file -> vectors(file).forEach(::inApp) },
        "key-material" to { keyMaterial(Vector(it)) },
        "links" to { file -> vectors(file).forEach(::link) },
        "offers" to { file -> vectors(file).forEach(::offer) },
        "origins" to { file -> vectors(file).forEach(::origin) },
        "pins" to { pins(Vector(it)) },
        "sealed-channel" to { file -> vectors(file).forEach(SealedChannelVectors(checks)::check) },
        "statements" to { file -> vectors(file).forEach(::statement) },
        "strict-json" to { strictJson(Vector(it)) },
        "text" to { file -> vectors(file).forEach(::text) },
        "values" to { file -> vectors(file).forEach(::value) },
    )

    private fun vectors(file: JsonValue): List<Vector> = file.asList("vectors").map(::Vector)

    /** Checks which forms a reader accepts. It returns the statement as this implementation composes it. */
    private fun forms(file: Vector, read: (ByteArray) -> ByteArray) {
        for (original in file.vectors("originals")) {
            val bytes = original.bytes("bytes")
            checks.check(original.what, bytes) { read(bytes) }
            for (mutation in original.vectors("mutations")) {
                val what = "${original.what}: ${mutation.what}"
                checks.check(what, mutation.flag("isAccepted")) { accepts { read(mutation.bytes("bytes")) } }
            }
        }
        for (other in file.vectors("others")) {
            checks.check(other.what, other.flag("isAccepted")) { accepts { read(other.bytes("bytes")) } }
        }
    }

    private fun readDeviceStatement(bytes: ByteArray): ByteArray = try {
        OtherEnds.readEnrolment(bytes).serialized()
    } catch (_: MalformedException) {
        OtherEnds.readKeyChange(bytes).serialized()
    }

    private fun ed25519(vector: Vector) {
        val key = Ed25519PublicKey.read(vector.bytes("publicKey"))
        checks.check("key: ${vector.what}", (key != null) == vector.flag("isKeyAccepted"))
        checks.check("signature: ${vector.what}", vector.flag("isValid")) {
            key?.verifies(vector.bytes("signature"), vector.bytes("message")) ?: false
        }
    }

    private fun errors(file: JsonValue) {
        val expected = vectors(file).associate { it.text("code") to it.flag("endsTheProcess") }
        val known = ProtocolErrorCode.entries.associate { it.word to it.isTerminal }
        checks.check("the codes are those of the vectors", expected.keys == known.keys)
        for ((code, isTerminal) in expected) checks.check(code, known[code] == isTerminal)
    }

    private fun inApp(vector: Vector) = checks.check(vector.what, vector.flag("isAccepted")) {
        accepts { InAppAnswer.read(vector.text("text").toByteArray()) }
    }

    private fun keyMaterial(file: Vector) {
        fun read(text: JsonValue) = SignedKeyMaterial.read(text.asText("document").toByteArray())
        for (vector in file.vectors("beginnings")) {
            checks.check(vector.what, vector.flag("isConfirmed")) {
                KeyMaterialChain.confirming(vector.list("documents").map(::read)) != null
            }
        }
        for (vector in file.vectors("successions")) {
            checks.check(vector.what, vector.text("outcome")) {
                read(vector["known"]).judge(read(vector["next"])).word
            }
        }
        for (vector in file.vectors("sealings")) {
            checks.check(vector.what, vector.flag("isAllowed")) {
                read(vector["document"]).material.encryptionKey(vector.integer("time")) != null
            }
        }
    }

    private fun offer(vector: Vector) {
        val answer = StartAnswer.read(vector.text("start").toByteArray())
        for ((name, showsAdditions) in listOf("shown" to true, "shownWithoutAdditions" to false)) {
            val expected = if (name in vector) vector.vectors(name).map { shown(it) } else null
            checks.check("$name: ${vector.what}", expected) {
                ShownAttributes.of(answer.attributes, answer.subject.purpose, showsAdditions)?.let { shown(it) }
            }
        }
    }

    private fun shown(vector: Vector): List<Any?> = listOf(
        vector.text("name"), if ("kind" in vector) vector.text("kind") else null, vector.flag("isRequired"),
        vector.list("aliases").map { it.asText("aliases") },
    )

    private fun shown(attributes: ShownAttributes): List<List<Any?>> {
        val twelve = attributes.attributes.entries.sortedBy { it.key.word }.map { (name, attribute) ->
            listOf(name.word, null, attribute.isRequired, attribute.aliases.map { it.text })
        }
        return twelve + attributes.additions.map { addition ->
            listOf(addition.name, addition.kind.word, addition.isRequired, addition.aliases.map { it.text })
        }
    }

    private fun link(vector: Vector) {
        val text = vector.text("text")
        val read = runCatching { InitializationLink.read(text) }
        if ("refusal" in vector) {
            val flaw = (read.exceptionOrNull() as? LinkException)?.flaw?.word
            return checks.check("$text: ${flaw ?: read}", flaw == vector.text("refusal"))
        }
        val link = read.getOrNull() ?: return checks.check("$text: ${read.exceptionOrNull()}", false)
        val isRead = link.data.kind.number.toLong() == vector.integer("kind") && link.data.id == vector.octets("id") &&
            link.data.secret == vector.octets("secret") && link.data.origin.text == vector.text("origin")
        checks.check(text, isRead)
        checks.check("form: $text", link.form == form(vector))
    }

    private fun form(vector: Vector): LinkForm? = when (vector.text("form")) {
        "bare" -> LinkForm.Bare
        "appLink" -> ManagerOrigin.read(vector.text("appLinkOrigin"))?.let { LinkForm.AppLink(it) }
        "deepLink" -> LinkForm.DeepLink(vector.text("scheme"))
        else -> null
    }

    private fun origin(vector: Vector) {
        val idm = if ("idm" in vector) vector.text("idm") else null
        checks.check(vector.text("text"), idm) { ManagerOrigin.read(vector.text("text"))?.idm }
    }

    private fun pins(file: Vector) {
        for (vector in file.vectors("examples")) {
            checks.check(vector.text("pin"), vector.flag("isCommon")) { Pin.read(vector.text("pin"))?.isCommon }
        }
        checks.check("list", file.list("listed").map { it.asText("listed") }.toSet() == Pin.WELL_KNOWN)
    }

    /** Checks that exactly the keys have signed, in the form that the type has. */
    private fun statement(vector: Vector) = checks.check(vector.what, vector.flag("isValid")) {
        val type = StatementType.entries.first { it.word == vector.text("typ") }
        val keys = vector.vectors("keys")
        val kids = keys.map { it.text("kid") }.sorted()
        accepts {
            val jws = Jws.read(vector.text("jws").toByteArray(), type)
            when (type) {
                StatementType.CONSENT -> ConsentStatement.read(jws.payload)
                StatementType.ENROLMENT -> OtherEnds.readEnrolment(jws.payload)
                StatementType.KEY_CHANGE -> OtherEnds.readKeyChange(jws.payload)
                StatementType.KEY_MATERIAL -> KeyMaterial.read(jws.payload)
            }
            demand(jws.payload.contentEquals(vector.bytes("payload")), "payload")
            demand(jws.entries.map { it.kid }.sorted() == kids, "kid")
            val haveFactors = jws.entries.all { entry -> entry.factors?.map { it.word } == kids }
            demand(haveFactors || !type.namesFactors, "factors")
            for (key in keys) demand(isSigned(jws, key), "signature")
        }
    }

    private fun isSigned(jws: Jws, key: Vector): Boolean = jws.entries.any { entry ->
        entry.kid == key.text("kid") && entry.algorithm.word == key.text("alg") &&
            OtherEnds.verifies(entry.algorithm, key.bytes("publicKey"), entry.signature, entry.input)
    }

    private fun strictJson(file: Vector) {
        val limits = JsonLimits(file.integer("maximumByteCount").toInt(), file.integer("maximumDepth").toInt())
        for (input in file.vectors("inputs")) {
            checks.check(input.what, input.flag("isAccepted")) {
                accepts { StrictJson.parse(input.bytes("bytes"), limits) }
            }
        }
        val original = ConsentStatement.read(file.bytes("consent"))
        for (vector in file.vectors("statements")) {
            checks.check(vector.what, vector.text("expectation")) {
                try {
                    if (ConsentStatement.read(vector.bytes("bytes")) == original) "same" else "different"
                } catch (_: MalformedException) {
                    "refused"
                }
            }
        }
    }

    private fun text(vector: Vector) {
        val typed = String(vector.bytes("text"))
        checks.check(vector.what, vector.flag("isShown")) { DisplayText.isValid(typed) }
        val canonical = if ("canonical" in vector) String(vector.bytes("canonical")) else null
        checks.check("canonical: ${vector.what}", canonical) {
            try {
                DisplayText.canonical(typed)
            } catch (_: TextFlawException) {
                null
            }
        }
    }

    private fun value(vector: Vector) {
        val what = "${vector.text("attribute")}: ${vector.what}"
        val name = AttributeName.entries.first { it.word == vector.text("attribute") }
        val value = String(vector.bytes("text"))
        checks.check(what, vector.flag("isCanonical")) { name.accepts(value, today) }
        if ("parts" in vector) {
            val parts = Vector(vector["parts"])
            fun optional(part: String) = if (part in parts) parts.text(part) else null
            checks.check("parts: $what", value) {
                AddressText(
                    parts.text("street_address"), optional("postal_code"), parts.text("locality"), optional("region"),
                    parts.text("country"),
                ).text
            }
        }
        if ("disclosure" in vector) {
            checks.check("disclosure: $what", vector.text("disclosure")) {
                Disclosure(name.word, value, valueSalt).text
            }
        }
    }
}

/** The day on which the vectors are checked. */
private val today = LocalDate.of(2026, 12, 31)

/** The salt of the disclosures in `values.json`. */
private val valueSalt = Octets(ByteArray(Disclosure.SALT_LENGTH) { (0x60 + it).toByte() })
