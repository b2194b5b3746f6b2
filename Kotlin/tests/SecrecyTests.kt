package org.xign.protocol

import org.xign.protocol.crypto.Ed25519PrivateKey

/** No description tells a secret or personal data. */
internal class SecrecyTests(private val checks: Checks) {
    fun run() {
        checks.begin("secrecy")
        val secret = "482915"
        val encoded = Base64Url.encode(secret.toByteArray().copyOf(32))
        val octets = Octets(secret.toByteArray().copyOf(32))
        val pid = InitializationData(
            ProcessKind.PERSONALIZATION, Octets(ByteArray(16)), Octets(octets.bytes.copyOf(16)),
            checkNotNull(ManagerOrigin.read("https://login.example.org")),
        )
        val described = listOf(
            checkNotNull(Pin.read(secret)), octets, JsonText(secret), json("secret" to json(secret)), json(octets),
            json(listOf(json(secret))), pid, Ed25519PrivateKey(octets.bytes), Disclosure("givenName", secret, octets),
            AddressText("$secret Nathan Road", null, "Hong Kong", null, "HK"),
            FactorPublicKey(FactorType.PIN, octets),
            runCatching { StrictJson.parse("{\"$secret\":1,\"$secret\":2}".toByteArray(), JsonLimits.MESSAGE) },
            runCatching { InitializationLink.read(secret) }, runCatching { CanonicalText.read("$secret\u0000") },
        )
        for (value in described) {
            val text = "$value"
            checks.check("$text tells no secret", secret !in text && encoded.take(8) !in text)
        }
        checks.check("equal bytes are equal", octets == Octets(octets.bytes.copyOf()))
        checks.check("other bytes are not", octets != Octets(ByteArray(32)))
    }
}
