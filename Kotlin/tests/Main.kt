package org.xign.protocol

import java.io.File
import org.xign.sdk.CertificateTests
import org.xign.sdk.FlowTests
import org.xign.sdk.HostileTests
import org.xign.sdk.KeyMaterialTests
import org.xign.sdk.KeycloakReturnTests
import org.xign.sdk.KeycloakTests
import org.xign.sdk.PairingTests
import org.xign.sdk.PinSecrecyTests
import org.xign.sdk.SdkTests
import org.xign.sdk.TestingTests
import org.xign.sdk.TransportTests

/** The limits of a file of vectors, which is larger than any message. */
private val fileLimits = JsonLimits(1 shl 23, 20)

/** The number of checks of each file: a new vector has to be counted here. */
private val counts = mapOf(
    "files" to 1, "comparison" to 492, "consents" to 474, "derivations" to 128, "device-statements" to 229,
    "ed25519" to 76, "errors" to 36, "in-app" to 20, "key-material" to 35, "links" to 134, "offers" to 66,
    "origins" to 91, "pins" to 35, "sealed-channel" to 58, "statements" to 89, "strict-json" to 198, "text" to 446,
    "values" to 79, "curves" to 108, "cryptography" to 218, "secrecy" to 16,
    "sdk storage" to 15, "sdk configuration" to 7, "sdk events" to 5, "sdk validators" to 20,
    "sdk attributes" to 16, "sdk addresses" to 10, "sdk flows" to 73, "sdk transport" to 33, "sdk testing" to 42,
    "sdk keycloak" to 53, "sdk keycloak return" to 58, "sdk hostile" to 37,
    "sdk cookies" to 1, "sdk certificates" to 4, "sdk key material" to 19, "sdk pairing" to 9, "sdk PIN secrecy" to 10,
)

/** Checks the published vectors in a folder, and what no vector covers. */
fun main(arguments: Array<String>) {
    val files = File(arguments.single()).listFiles().orEmpty().filter { it.extension == "json" }.sorted()
    val checks = Checks()
    val known = VectorFiles(checks).byName
    checks.begin("files")
    checks.check("every file is known", files.map { it.nameWithoutExtension }.toSet() == known.keys)
    for (file in files) {
        val check = known[file.nameWithoutExtension] ?: continue
        checks.begin(file.nameWithoutExtension)
        check(StrictJson.parse(file.readBytes(), fileLimits))
    }
    CurveTests(checks).run()
    CryptographyTests(checks).run()
    SecrecyTests(checks).run()
    SdkTests(checks).run()
    FlowTests(checks).run()
    TransportTests(checks).run()
    TestingTests(checks).run()
    KeycloakTests(checks).run()
    KeycloakReturnTests(checks).run()
    HostileTests(checks).run()
    CertificateTests(checks).run()
    KeyMaterialTests(checks).run()
    PairingTests(checks).run()
    PinSecrecyTests(checks).run()
    checks.report(counts)
}
