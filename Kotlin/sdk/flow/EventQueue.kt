package org.xign.sdk

import java.util.ArrayDeque

/**
 * The queue of one component's events.
 *
 * An event is offered to the receivers in the order in which they subscribed, until one consumes it. An unconsumed
 * event is kept, and offered again whenever a receiver subscribes; it does not delay later events. Receivers are
 * called by the executor of the configuration alone; before the initialization, events wait.
 */
internal class EventQueue<Receiver>(private val slot: DeviceSlot) {
    private val lock = Any()
    private var receivers = listOf<Receiver>()
    private val arrived = ArrayDeque<(Receiver) -> Boolean>()
    private val unconsumed = ArrayList<(Receiver) -> Boolean>()
    private var isDelivering = false

    /** The number of subscriptions so far. */
    private var subscriptions = 0

    /** Adds an event. It returns true if the receiver consumes it. */
    fun post(event: (Receiver) -> Boolean) {
        synchronized(lock) { arrived += event }
        deliver()
    }

    fun subscribe(receiver: Receiver) {
        synchronized(lock) {
            receivers = receivers.filterNot { it === receiver } + receiver
            subscriptions++
            // The kept events come first.
            for (event in unconsumed.asReversed()) arrived.addFirst(event)
            unconsumed.clear()
        }
        deliver()
    }

    fun unsubscribe(receiver: Receiver) = synchronized(lock) { receivers = receivers.filterNot { it === receiver } }

    fun removeUnconsumed() = synchronized(lock) { unconsumed.clear() }

    /** Has the executor offer what has arrived. */
    fun deliver() {
        val device = slot.device ?: return
        device.eventExecutor.execute(::offerAll)
    }

    private fun offerAll() {
        synchronized(lock) {
            // Called from a callback, or by another thread of the executor: the loop below goes on there.
            if (isDelivering) return
            isDelivering = true
        }
        while (true) {
            val event = synchronized(lock) { arrived.poll().also { if (it == null) isDelivering = false } } ?: return
            val before = synchronized(lock) { subscriptions }
            val isConsumed = try {
                offer(event)
            } catch (error: Throwable) {
                keep(event, before)
                synchronized(lock) { isDelivering = false }
                throw error
            }
            if (!isConsumed) keep(event, before)
        }
    }

    /** Keeps an event, or offers it again where a receiver has subscribed meanwhile. */
    private fun keep(event: (Receiver) -> Boolean, before: Int) {
        synchronized(lock) {
            if (subscriptions == before) unconsumed += event else arrived.addFirst(event)
        }
    }

    private fun offer(event: (Receiver) -> Boolean): Boolean {
        for (receiver in synchronized(lock) { receivers }) {
            // Another receiver's callback may have ended this subscription.
            val isSubscribed = synchronized(lock) { receivers.any { it === receiver } }
            if (isSubscribed && event(receiver)) return true
        }
        return false
    }
}
