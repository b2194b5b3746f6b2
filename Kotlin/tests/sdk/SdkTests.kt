package org.xign.sdk

import java.io.File
import java.io.IOException
import java.nio.file.Files
import java.time.Instant
import java.time.ZoneOffset
import java.util.concurrent.atomic.AtomicBoolean
import kotlin.concurrent.thread
import kotlin.random.Random
import org.xign.protocol.ActivationId
import org.xign.protocol.AttributeName
import org.xign.protocol.Checks
import org.xign.protocol.DescribedAttribute
import org.xign.protocol.FactorType
import org.xign.protocol.Octets
import org.xign.protocol.PinPolicy
import org.xign.protocol.Purpose
import org.xign.protocol.ShownAttributes

/** Parts of the SDK that need no manager. */
internal class SdkTests(private val checks: Checks) {
    fun run() {
        storage()
        configuration()
        events()
        validators()
        attributes()
        addresses()
        cookies()
    }

    private fun <T> inFolder(body: (File) -> T): T {
        val folder = Files.createTempDirectory("xign").toFile()
        try {
            return body(folder)
        } finally {
            folder.deleteRecursively()
        }
    }

    private fun record(openTokenHash: Int) = ActivationRecord(
        "localhost:8080", ActivationId(Octets(ByteArray(16) { 7 })), ActivationRecord.State.PENDING, null, null,
        listOf(FactorType.DEVICE, FactorType.PIN), Octets(ByteArray(32) { openTokenHash.toByte() }),
    )

    private fun storage() = inFolder { folder ->
        checks.begin("sdk storage")
        val home = File(folder, "home/xign")
        val records = ActivationRecords(File(home, "activations"), HomeLock(home))
        checks.check("nothing is made by reading", records.all().isEmpty() && !home.exists())
        val pending = record(1)
        records.change { it.write(pending) }
        checks.check("a record is read as it was written", pending) { records.record("localhost:8080") }
        val modes = Files.getPosixFilePermissions(File(home, "activations").toPath()).joinToString { it.name }
        checks.check("only the owner has access", "OWNER" in modes && "GROUP" !in modes && "OTHERS" !in modes)
        val other = record(2)
        checks.check("another attempt is not current", null) { records.change { it.current(other) } }
        val active = pending.activated("kay", "phone", setOf(FactorType.PIN, FactorType.DEVICE)).copy(
            pendingFactor = PendingFactor(FactorType.BIOMETRIC, Octets(ByteArray(64)), 12),
            unansweredChange = UnansweredChange.Kind.DELETE, acknowledgedNotice = 3,
        )
        records.change { it.writeActive(active) }
        checks.check("all of a record is stored", active) { records.all().single() }
        Files.createSymbolicLink(File(folder, "linked").toPath(), home.parentFile.toPath())
        val linked = HomeLock(File(folder, "linked/xign"))
        checks.check("a folder has one lock, also behind a link", true) {
            HomeLock(home).withLock { runCatching { linked.withLock { } } }.exceptionOrNull() is IllegalStateException
        }
        wholeFiles(File(folder, "whole"))
        for ((words, expected) in listOf("No locks available" to "noLocks", "Operation not permitted" to null)) {
            val error = storageFailure("lock", "$home", IOException(words)) as? KeyStoreException.Storage
            checks.check("a lock: $words", expected?.let { StorageProblem.noLocks("$home").message }) {
                error?.problem?.message
            }
        }
        val file = File(home, "activations").listFiles().orEmpty().single()
        file.writeText("{}")
        fun isRefused() = runCatching { records.all() }.exceptionOrNull() is KeyStoreException
        checks.check("a damaged record is refused", isRefused())
        file.writeBytes(active.serialized())
        file.setReadable(true, false)
        checks.check("an open file is refused", isRefused())
        file.delete()
        Files.createSymbolicLink(file.toPath(), File(folder, "elsewhere").toPath())
        val problem = (runCatching { records.all() }.exceptionOrNull() as? KeyStoreException.Storage)?.problem
        checks.check("a link is refused", problem?.kind == StorageProblem.Kind.LINK)
        owners(folder)
    }

    /** Folders of other users, which root alone can make. */
    private fun owners(folder: File) {
        fun problem(body: () -> Unit): StorageProblem? =
            (runCatching(body).exceptionOrNull() as? KeyStoreException.Storage)?.problem
        val file = File(folder, "file").apply { writeText("keys") }
        val error = runCatching { PrivateFolder(file) }.exceptionOrNull()
        checks.check("a file in place of the folder is refused", error is KeyStoreException.Unusable)
        val isRoot = Files.getAttribute(folder.toPath(), "unix:uid") == 0
        val user = File(folder, "user").apply { mkdir() }
        if (isRoot) Files.setAttribute(user.toPath(), "unix:uid", 12_345)
        val above = problem { PrivateFolder(File(user, ".local/share/xign")).write(ByteArray(1), "a") }
        val isRefused = Pair(above?.kind, above?.path) == Pair(StorageProblem.Kind.OTHER_OWNER, "$user")
        val isUntouched = isRefused && user.list().isNullOrEmpty()
        checks.check("nothing is made below a folder of another user", if (isRoot) isUntouched else above == null)
        val kind = problem { PrivateFolder(user) }?.kind
        checks.check("a folder of another user is refused", !isRoot || kind == StorageProblem.Kind.OTHER_OWNER)
    }

    /** Reads a file while another thread replaces it. */
    private fun wholeFiles(home: File) {
        val contents = listOf("a", "b").map { it.repeat(100_000).toByteArray() }
        val folder = PrivateFolder(home)
        folder.write(contents[0], "file")
        val isDone = AtomicBoolean()
        val writer = thread {
            repeat(20) { folder.write(contents[it % 2], "file") }
            isDone.set(true)
        }
        var isWhole = true
        while (!isDone.get()) {
            val read = folder.read("file")
            isWhole = isWhole && contents.any { it.contentEquals(read) }
        }
        writer.join()
        checks.check("readers see no half write", isWhole)
    }

    /** Fields of cookies that no server sends. */
    private fun cookies() {
        checks.begin("sdk cookies")
        val address = WebAddress.read("https://sso.example.org/realms/demo/x")
        val random = Random(1)
        val alphabet = "ab=;, \t\r\n\"\u0000\u00e9:019".toList() +
            listOf("Path=/", "Max-Age=", "Expires=", "Wed, 09 Jun 2021 10:18:14 GMT", "GMT", "Domain=", "Secure")
        val failures = (1..5_000).mapNotNull {
            val field = (0..random.nextInt(12)).joinToString("") { "${alphabet[random.nextInt(alphabet.size)]}" }
            val sent = runCatching {
                CookieJar().run {
                    store(field, address, Instant.ofEpochSecond(1_800_000_000))
                    field(address).orEmpty()
                }
            }
            field.takeIf { sent.getOrNull()?.all { character -> character.code in 0x20..0x7e } != true }
        }
        checks.check("no field fails, or sends a line break: ${failures.take(3)}", failures.isEmpty())
    }

    private fun configuration() = inFolder { folder ->
        checks.begin("sdk configuration")
        fun code(configure: XignSdkConfig.Builder.() -> Unit): XignSdkInitializationErrorCodes? = try {
            XignSdkConfig.Builder(TestPlatform(folder)).setLogLevel(XignLog.Level.NONE).apply(configure).build()
            null
        } catch (error: XignSdkInitializationException) {
            error.errorCode
        }
        checks.check("key material is checked", XignSdkInitializationErrorCodes.KEY_MATERIAL_INVALID) {
            code { addKeyMaterial("{}".toByteArray()) }
        }
        checks.check("services are checked", XignSdkInitializationErrorCodes.SERVICE_CONFIGURATION_INVALID) {
            code { addServiceConfiguration("{}".toByteArray()) }
        }
        val messages = ArrayList<String>()
        val builder = XignSdkConfig.Builder(TestPlatform(File(folder, "home"))).setLogLevel(XignLog.Level.INFO)
        val sdk = XignSdk(builder.setLogHandler { _, message -> messages += message }.build())
        checks.check("no key material is warned of", messages.any { "no key material" in it })
        val error = runCatching { sdk.personalizer.startChangePinSynchronous("localhost") }.exceptionOrNull()
        val code = (error as? XignSdkException)?.errorCode
        checks.check("without an activation", code == XignSdkErrorCode.NOT_PERSONALIZED)
        checks.check("the log names the flow", messages.any { it.startsWith("startChangePin: notPersonalized in ") })
        checks.check("a PIN is not described", "$error ${PinFactor("482915")}".indexOf("482915") < 0)
        val early = runCatching { XignSdk.shared.personalizer.personalizations }.exceptionOrNull()
        checks.check("before", (early as? XignSdkException)?.errorCode == XignSdkErrorCode.NOT_INITIALIZED)
    }

    private fun events() = inFolder { folder ->
        checks.begin("sdk events")
        val waiting = ArrayList<Runnable>()
        val builder = XignSdkConfig.Builder(TestPlatform(folder)).setLogLevel(XignLog.Level.NONE)
        val device = Device(builder.setEventExecutor { waiting += it }.build())
        val slot = DeviceSlot()
        val queue = EventQueue<MutableList<String>>(slot)
        fun deliver() {
            while (waiting.isNotEmpty()) waiting.removeAt(0).run()
        }
        val (first, second) = Pair(ArrayList<String>(), ArrayList<String>())
        queue.post { it.add("one") }
        queue.subscribe(first)
        checks.check("events wait for the initialization", waiting.isEmpty())
        slot.fill(device)
        queue.deliver()
        deliver()
        checks.check("the first receiver consumes", listOf("one")) { first }
        queue.post { it === second && it.add("two") }
        deliver()
        queue.post { it.add("three") }
        deliver()
        checks.check("an unconsumed event delays no other", listOf("one", "three")) { first }
        queue.subscribe(second)
        deliver()
        checks.check("it is offered again", listOf("two")) { second }
        queue.unsubscribe(first)
        queue.post { it.add("four") }
        deliver()
        checks.check("who has ended gets nothing", 2) { first.size }
    }

    private fun validators() {
        checks.begin("sdk validators")
        val name = NameValidator(AttributeName.GIVEN_NAME)
        checks.check("a name", NameValidator.ErrorCode.VALID) { name.validate(" Kay ") }
        checks.check("its canonical form", "Kay") { name.canonical(" Kay ") }
        checks.check("no name", NameValidator.ErrorCode.EMPTY) { name.validate(null) }
        checks.check("an invisible character", InputFlaw.Kind.INVISIBLE) { name.flaw("K\u200bay")?.kind }
        checks.check("a long name", NameValidator.ErrorCode.TOO_LONG) { name.validate("k".repeat(101)) }
        val now = Instant.parse("2026-11-29T00:00:00Z")
        val birthdate = BirthdateValidator(ZoneOffset.UTC) { now }
        checks.check("a birthdate", BirthdateValidator.ErrorCode.VALID) { birthdate.validate(now) }
        checks.check("its day", "2026-11-29") { birthdate.canonical(now) }
        checks.check("tomorrow", BirthdateValidator.ErrorCode.IN_FUTURE) { birthdate.validate(now.plusSeconds(86_400)) }
        checks.check("too long ago", BirthdateValidator.ErrorCode.TOO_LONG_AGO) { birthdate.validate(Instant.MIN) }
        val username = UsernameValidator()
        checks.check("a username", UsernameValidator.ErrorCode.INVALID_CHARACTER) { username.validate("a b") }
        checks.check("mail", EmailValidator.ErrorCode.INVALID_FORMAT) { EmailValidator().validate("kay") }
        checks.check("its domain", "Kay@example.org") { EmailValidator().canonical("Kay@EXAMPLE.org") }
        checks.check("a number", "+4930123456") { PhoneNumberValidator().canonical("+49 30 123456") }
        val zero = PhoneNumberValidator().flaw("+49 (0)30 123456")
        checks.check("a zero", zero?.kind == InputFlaw.Kind.NATIONAL_PREFIX)
        val address = checkNotNull(PostalAddress.read("Street 1; 51147; Town; de"))
        checks.check("an address", AddressValidator.ErrorCode.VALID) { AddressValidator().validate(address) }
        val unknown = PostalAddress("Street 1", "1", "Town", "ZZ")
        checks.check("its country", AddressValidator.ErrorCode.UNKNOWN_COUNTRY) { AddressValidator().validate(unknown) }
        val pin = PinSpecification(PinPolicy(6, 8))
        checks.check("a common PIN", PinSpecification.ResultCode.TOO_COMMON) { pin.setPin("123456") }
        checks.check("a short PIN", PinSpecification.ResultCode.TOO_SHORT) { pin.setPin("48291") }
        checks.check("a PIN", PinSpecification.ResultCode.VALID) { pin.setPin("482 915") }
        checks.check("the same again", true) { pin.isPin("482-915") }
    }

    private fun attributes() {
        checks.begin("sdk attributes")
        val missing = DescribedAttribute(isRequired = false, isMissing = true, mustBeVerified = false, listOf())
        val requested = listOf("phoneNumber", "birthdate", "address", "givenName").associateWith { missing }
        val shown = checkNotNull(ShownAttributes.of(requested, Purpose.LOGIN, showsAdditions = false))
        val information = AuthenticationPersonalInformation(shown) { Instant.parse("2026-11-29T00:00:00Z") }
        val attributes = information.attributes.associateBy { it.name }
        val order = listOf("GIVEN_NAME", "BIRTHDATE", "ADDRESS", "PHONE_NUMBER")
        checks.check("all in the order of forms", order) { information.attributes.map { it.name.name } }
        fun at(name: PersonalAttribute.Name) = attributes.getValue(name)
        val name = at(PersonalAttribute.Name.GIVEN_NAME)
        checks.check("a name has lengths", 1..100) { name.lengths }
        checks.check("is set as text", AttributeResultCode.VALID) { name.setText(" Kay ") }
        checks.check("in its canonical form", "Kay") { name.text }
        checks.check("of the property, too", true) { checkNotNull(information.givenName).isIncluded }
        checks.check("with its flaw", InputFlaw.Kind.INVISIBLE) { name.flaw("K\u200bay")?.kind }
        checks.check("nothing is empty", AttributeResultCode.EMPTY) { name.setText(" ") }
        checks.check("and resets the value", null) { name.text }
        val day = at(PersonalAttribute.Name.BIRTHDATE)
        checks.check("a day has a picker", true) { day.input is PersonalAttribute.Input.Date }
        checks.check("a day is set as text", AttributeResultCode.VALID) { day.setText("1915-12-10") }
        checks.check("and shown", "1915-12-10") { day.text }
        checks.check("another text is none", AttributeResultCode.INVALID_FORMAT) { day.setText("10.12.1915") }
        val address = at(PersonalAttribute.Name.ADDRESS)
        checks.check("an address is set", AttributeResultCode.VALID) { address.setText("A 1; ; Town; BE; de") }
        checks.check("and shown as one", "A 1; ; Town; BE; DE") { address.text }
        checks.check("a country", AttributeResultCode.UNKNOWN_COUNTRY) { address.setText("A 1; 1; Town; ZZ") }
        checks.check("it shows no value", "PersonalAttribute(address)") { "$address" }
    }

    private fun addresses() {
        checks.begin("sdk addresses")
        fun text(address: String): String? = runCatching { WebAddress.read(address).text }.getOrNull()
        checks.check("a port of the scheme goes", "https://a.example/x?y=1") { text("HTTPS://a.example:443/x?y=1#z") }
        checks.check("a user is refused", null) { text("https://kay@a.example/") }
        checks.check("a backslash is refused", null) { text("https://a.example\\@b.example/") }
        checks.check("plain HTTP is refused", null) { text("http://a.example/") }
        val parameters = FormParameters.of("a" to "b c&", "d" to null)
        checks.check("a form", "a=b%20c%26") { parameters.text }
        checks.check("is read", "b c&") { FormParameters.read("a=b+c%26")?.single("a") }
        checks.check("a wrong escape is refused", null) { FormParameters.read("a=%f") }
        val jar = CookieJar()
        val (here, below) = Pair(WebAddress.read("https://a.example/r/x"), WebAddress.read("https://a.example/r/x/y"))
        val now = Instant.parse("2026-11-29T00:00:00Z")
        jar.store("one=1; Path=/; Expires=Wed, 09 Jun 2027 10:18:14 GMT, two=2; HttpOnly", here, now)
        checks.check("cookies of an origin", "two=2; one=1") { jar.field(below) }
        checks.check("not of another", null) { jar.field(WebAddress.read("https://b.example/")) }
        jar.store("one=; Path=/; Max-Age=0, two=; Expires=Wed, 09 Jun 2021 10:18:14 GMT", here, now)
        checks.check("cookies end", null) { jar.field(below) }
    }
}
