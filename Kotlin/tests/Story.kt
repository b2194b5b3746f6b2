package org.xign.protocol

import java.io.File
import java.net.HttpURLConnection
import java.net.URL
import java.security.KeyPairGenerator
import java.security.Signature
import java.security.interfaces.ECPublicKey
import java.security.spec.ECGenParameterSpec
import org.xign.protocol.crypto.Ed25519PrivateKey
import org.xign.protocol.crypto.P256
import org.xign.protocol.crypto.randomBytes

/** A device in memory, which activates itself at a real manager and logs in. */
internal class StoryDevice(documents: List<SignedKeyMaterial>) {
    private val chain = checkNotNull(KeyMaterialChain.confirming(documents)) { "key material" }
    private val manager = chain.current.material
    private val pair =
        KeyPairGenerator.getInstance("EC").apply { initialize(ECGenParameterSpec("secp256r1")) }.generateKeyPair()
    private val bindSecret = randomBytes(32)
    private val salt = randomBytes(PinKey.SALT_LENGTH)
    private val client = ClientInformation("0.1.0", "Linux", setOf("pairing", "transaction"))
    private lateinit var activation: ActivationId

    private fun signature(message: ByteArray): ByteArray = P256.signature(
        Signature.getInstance("SHA256withECDSA").run {
            initSign(pair.private)
            update(message)
            sign()
        },
    )

    private fun perform(request: DeviceRequest, prover: DeviceProver? = null): ByteArray {
        val key = checkNotNull(manager.encryptionKey(System.currentTimeMillis() / 1000))
        val sealed = SealedChannel.seal(request.body, request.operation, manager.idm, key, prover)
        val url = URL("${manager.url}/api/device/v1/${request.operation}")
        val connection = url.openConnection() as HttpURLConnection
        connection.requestMethod = "POST"
        connection.doOutput = true
        connection.setFixedLengthStreamingMode(sealed.bytes.size)
        connection.setRequestProperty("Content-Type", SealedChannel.CONTENT_TYPE)
        connection.outputStream.use { it.write(sealed.bytes) }
        check(connection.responseCode == 200) { "status ${connection.responseCode}" }
        return sealed.open(connection.inputStream.use { it.readBytes() })
    }

    private fun pinKey(pin: Pin): Ed25519PrivateKey {
        val bound = PinKey.bindInSoftware(PinKey.stretch(pin, salt), bindSecret)
        return PinKey.derive(bound, salt, manager.idm, activation)
    }

    private fun signers(pinKey: Ed25519PrivateKey) =
        listOf(FactorSigner(FactorType.DEVICE, ::signature), FactorSigner(FactorType.PIN, pinKey::sign))

    /** Activates the device; returns the name of the user. */
    fun activate(link: String, pin: Pin, newPin: Pin): String {
        val pid = InitializationLink.read(link).data
        activation = ActivationId(pid.id)
        val proof = ActivationPinProof.compute(pin, pid.secret, activation)
        val opened = OpenAnswer.read(perform(DeviceRequest.open(pid, proof, null, client)))
        check(opened is OpenAnswer.Personalize) { "wrong PIN" }
        val key = pinKey(newPin)
        val keys = listOf(
            FactorPublicKey(FactorType.DEVICE, Octets(P256.bytes(pair.public as ECPublicKey))),
            FactorPublicKey(FactorType.PIN, Octets(key.publicKey)),
        )
        val statement = EnrolmentStatement(
            manager.idm, activation, opened.challenge, keys, "Kotlin", "Linux", KeyStoreKind.FILE,
        )
        val enrolment = Jws.sign(statement.serialized(), StatementType.ENROLMENT, signers(key))
        val answer = perform(DeviceRequest.personalizeFinish(activation, opened.openToken, enrolment))
        return ActivationAnswer.read(answer).userName
    }

    /** Logs in without attributes; returns the outcome. */
    fun logIn(link: String, pin: Pin): String {
        val pid = InitializationLink.read(link).data
        val session = SessionId(pid.id)
        val claim = SessionClaim(SessionClaim.Kind.LINK, pid.secret)
        val request = DeviceRequest.start(activation, session, claim, client)
        val answer = StartAnswer.read(perform(request, DeviceProver(activation, ::signature)))
        check(ProcessBeginning.Link(pid.kind).allows(answer, manager.url)) { "another process" }
        val role = answer.roles.first()
        val claimed = ClaimedSession(session, answer.sessionToken)
        val prepared = PrepareAnswer.read(perform(DeviceRequest.prepare(claimed, role.id, mapOf())))
        check(prepared is PrepareAnswer.Statement) { "selections" }
        val shown = ShownProcess(answer, manager.idm, session, activation)
        shown.check(prepared.bytes.bytes, role, mapOf())
        val consent = Jws.sign(prepared.bytes.bytes, StatementType.CONSENT, signers(pinKey(pin)))
        return when (val finished = FinishAnswer.read(perform(DeviceRequest.finish(claimed, consent)))) {
            is FinishAnswer.Success -> "${finished.outcome.word} at ${finished.service.name}"
            is FinishAnswer.WrongFactor -> "wrong factor"
        }
    }
}

/** Activates a device and logs in: key material, link and PIN as arguments, links of logins on standard input. */
internal object Story {
    @JvmStatic
    fun main(arguments: Array<String>) {
        val (file, link, pin) = arguments
        val bytes = File(file).readBytes()
        val documents = if (bytes[0] == '['.code.toByte()) {
            SignedKeyMaterial.readAll(bytes)
        } else {
            listOf(SignedKeyMaterial.read(bytes))
        }
        val device = StoryDevice(documents)
        val newPin = checkNotNull(Pin.read("482951"))
        println(device.activate(link, checkNotNull(Pin.read(pin)), newPin))
        val wrong = checkNotNull(Pin.read("482952"))
        for (login in generateSequence(::readLine)) {
            val (word, data) = login.split(' ', limit = 2)
            println(device.logIn(data, if (word == "wrong") wrong else newPin))
        }
    }
}
