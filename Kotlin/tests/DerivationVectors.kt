package org.xign.protocol

import org.xign.protocol.crypto.hmac

/** The vectors of `derivations.json`. */
internal class DerivationVectors(private val checks: Checks) {
    private val byName: Map<String, (Vector) -> Unit> = mapOf(
        "activationProofs" to ::activationProof,
        "bindPoints" to { check(it, "point") { OtherEnds.bindPoint(it.bytes("stretched")) ?: ByteArray(0) } },
        "deviceProofs" to ::deviceProof,
        "disclosures" to ::disclosure,
        "encryptionKeyIDs" to ::encryptionKeyId,
        "fingerprints" to ::fingerprint,
        "inAppSecrets" to {
            check(it, "secret") { OtherEnds.inAppSecret(it.bytes("managerSecret"), it.bytes("session")) }
        },
        "initializationData" to ::initializationData,
        "pinKeys" to ::pinKey,
        "recognitions" to {
            check(it, "value") { hmac(it.bytes("managerSecret"), it.text("label").ascii(), it.bytes("content")) }
        },
        "requestInfos" to {
            check(it, "info") { SealedChannel.info(it.text("idm"), it.text("operation"), it.bytes("kid")) }
        },
        "requestNames" to ::requestNames,
        "sessionSecrets" to ::sessionSecrets,
        "softwareBinds" to {
            check(it, "bound") { PinKey.bindInSoftware(it.bytes("stretched"), it.bytes("secret")) }
        },
        "statementSecrets" to ::statementSecrets,
        "stretchings" to ::stretching,
        "verificationKeyIDs" to {
            checks.check("kid", it.text("kid")) { VerificationKey.read(it.text("publicKey")).identifier }
        },
    )

    fun check(file: Vector) {
        checks.check("the lists are known", file.names == byName.keys)
        for ((name, check) in byName) file.vectors(name).forEach(check)
    }

    private fun check(vector: Vector, name: String, compute: () -> ByteArray) =
        checks.check(name, vector.bytes(name), compute)

    private fun activation(vector: Vector) = ActivationId(vector.octets("activationId"))

    private fun pin(vector: Vector) = checkNotNull(Pin.read(vector.text("pin")))

    private fun activationProof(vector: Vector) = check(vector, "pinProof") {
        ActivationPinProof.compute(pin(vector), vector.octets("secret"), activation(vector)).bytes
    }

    private fun deviceProof(vector: Vector) {
        val transcript = SealedChannel.transcript(
            vector.text("idm"), vector.text("operation"), activation(vector), vector.bytes("encapsulatedKey"),
            vector.bytes("body"),
        )
        check(vector, "transcript") { transcript }
        val (key, signature) = Pair(vector.bytes("publicKey"), vector.bytes("signature"))
        checks.check("signature", OtherEnds.verifies(SignatureAlgorithm.ES256, key, signature, transcript))
    }

    private fun disclosure(vector: Vector) {
        val disclosure = Disclosure(vector.text("name"), vector.text("value"), vector.octets("salt"))
        checks.check("text", disclosure.text == vector.text("text"))
        checks.check("digest", disclosure.digest == vector.octets("digest"))
    }

    private fun encryptionKeyId(vector: Vector) = check(vector, "kid") {
        val suite = SealingSuite.entries.first { it.word == vector.text("suite") }
        EncryptionKey(suite, vector.octets("publicKey")).identifier
    }

    private fun fingerprint(vector: Vector) = checks.check("words", vector.text("words")) {
        val keys = vector.list("rootKeys").map { VerificationKey.read(it.asText("rootKeys")) }
        Fingerprint.of(vector.text("idm"), vector.integer("threshold"), keys)
    }

    private fun initializationData(vector: Vector) {
        val read = InitializationData.read(vector.text("pid"))
        checks.check("kind", read.kind.number.toLong() == vector.integer("kind"))
        checks.check("id", read.id == vector.octets("id"))
        checks.check("secret", read.secret == vector.octets("secret"))
        checks.check("origin", read.origin.text == vector.text("origin"))
        checks.check("pid", read.pid() == vector.text("pid"))
    }

    private fun pinKey(vector: Vector) {
        val (bound, salt) = Pair(vector.bytes("bound"), vector.bytes("salt"))
        val idm = vector.text("idm")
        check(vector, "seed") { PinKey.seed(bound, salt, idm, activation(vector)) }
        check(vector, "publicKey") { PinKey.derive(bound, salt, idm, activation(vector)).publicKey }
    }

    private fun requestNames(vector: Vector) {
        val names = OtherEnds.requestNames(
            vector.bytes("managerSecret"), vector.text("operation"), vector.bytes("id"),
            vector.bytes("encapsulatedKey"), vector.bytes("body"),
        )
        check(vector, "requestName") { names.requestName }
        check(vector, "bearerValue") { names.bearerValue }
        check(vector, "challenge") { names.challenge }
    }

    private fun sessionSecrets(vector: Vector) {
        val secrets = OtherEnds.sessionSecrets(
            vector.bytes("managerSecret"), vector.bytes("session"), vector.integer("step"),
        )
        check(vector, "qrKey") { secrets.qrKey }
        check(vector, "qrSecret") { secrets.qrSecret }
        check(vector, "linkSecret") { secrets.linkSecret }
    }

    private fun statementSecrets(vector: Vector) {
        val labels = mapOf("returnSecret" to "xign/1 return", "grant" to "xign/1 grant", "code" to "xign/1 code")
        val names = vector.names - setOf("managerSecret", "statement")
        checks.check("the names are known", labels.keys.containsAll(names))
        for (name in names) {
            check(vector, name) {
                OtherEnds.statementSecret(
                    vector.bytes("managerSecret"), labels.getValue(name), vector.bytes("statement"),
                )
            }
        }
    }

    private fun stretching(vector: Vector) {
        val cost = vector.list("cost").map { it.asInteger("cost").toInt() }
        // The key stores of the JVM and of Android use PBKDF2. Other devices' scrypt stays unchecked.
        if (vector.text("algorithm") == "scrypt") return checks.check("scrypt", cost.size == 3)
        check(vector, "stretched") { PinKey.stretch(pin(vector), vector.bytes("salt"), cost.single()) }
    }
}
