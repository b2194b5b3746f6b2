package org.xign.sdk

import java.time.Instant

/**
 * A flow of the SDK, written once and offered in two variants: blocking, and with events.
 *
 * @param name the public name of the flow, without `Synchronous`.
 */
internal class Flow<Output>(
    private val name: String, private val slot: DeviceSlot, private val steps: (Device) -> Output,
) {
    /**
     * Runs the flow on the calling thread, and returns its result. Interrupting the thread ends the call.
     *
     * @throws XignSdkException
     */
    fun result(): Output {
        val device = slot.get()
        return RequestTrail.during { result(device) }
    }

    private fun result(device: Device): Output {
        val start = device.uptime()
        try {
            val output = steps(device)
            device.log(XignLog.Level.INFO) { "$name: done in ${elapsed(device.uptime() - start)}" }
            return output
        } catch (error: Exception) {
            // The caller sees the interruption, too.
            if (error is InterruptedException) Thread.currentThread().interrupt()
            val converted = error.asSdkException(device.now())
            device.log.failure(converted, name, device.uptime() - start)
            throw converted
        }
    }

    /** Starts the flow on a thread of its own, and returns at once. The outcome is posted to the events. */
    fun <Receiver> report(queue: EventQueue<Receiver>, offer: Receiver.(Outcome<Output>) -> Boolean) {
        Thread({
            val outcome = outcome()
            queue.post { it.offer(outcome) }
        }, "XignSDK $name").apply { isDaemon = true }.start()
    }

    private fun outcome(): Outcome<Output> = try {
        Outcome.Success(result())
    } catch (error: XignSdkException) {
        Outcome.Failure(error)
    } catch (error: Exception) {
        Outcome.Failure(error.asSdkException(Instant.now()))
    }
}
