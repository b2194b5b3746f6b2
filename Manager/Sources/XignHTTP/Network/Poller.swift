import CLinux
import Glibc

/// An epoll instance. A connection is armed for one event (EPOLLONESHOT), and the thread that gets the event owns the
/// connection until it is armed again. Any thread may arm.
final class Poller: Sendable {
    struct Interest: OptionSet, Sendable {
        let rawValue: UInt32
        static let input = Interest(rawValue: EPOLLIN.rawValue)
        static let output = Interest(rawValue: EPOLLOUT.rawValue)
        static let hangUp = Interest(rawValue: EPOLLRDHUP.rawValue)
        static let failure = Interest(rawValue: EPOLLHUP.rawValue | EPOLLERR.rawValue)  // always reported
        fileprivate static let once = Interest(rawValue: EPOLLONESHOT.rawValue)
        fileprivate static let exclusive = Interest(rawValue: EPOLLEXCLUSIVE.rawValue)
    }

    /// The connections' identifiers are above these.
    static let listenerID: UInt64 = 0, wakeID: UInt64 = 1

    private let descriptor: Int32
    private let wakeDescriptor: Int32

    /// - Throws: `SystemError` where no descriptors are left.
    init() throws {
        descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard descriptor >= 0 else { throw SystemError("Cannot wait for connections") }
        wakeDescriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard wakeDescriptor >= 0 else {
            defer { Glibc.close(descriptor) }
            throw SystemError("Cannot wait for connections")
        }
        control(EPOLL_CTL_ADD, wakeDescriptor, Self.wakeID, .input)
    }

    func add(_ socket: Socket, _ id: UInt64, _ interest: Interest) {
        control(EPOLL_CTL_ADD, socket.descriptor, id, interest.union(.once))
    }

    func arm(_ socket: Socket, _ id: UInt64, _ interest: Interest) {
        control(EPOLL_CTL_MOD, socket.descriptor, id, interest.union(.once))
    }

    /// Adds a listener, level-triggered, so that one new connection wakes one network thread.
    func add(_ listener: Listener) {
        control(EPOLL_CTL_ADD, listener.socket.descriptor, Self.listenerID, [.input, .exclusive])
    }

    func remove(_ listener: Listener) {
        epoll_ctl(descriptor, EPOLL_CTL_DEL, listener.socket.descriptor, nil)
    }

    func wake() {
        eventfd_write(wakeDescriptor, 1)
    }

    func acknowledgeWake() {
        var count: eventfd_t = 0
        unsafe eventfd_read(wakeDescriptor, &count)
    }

    func wait(_ batch: inout Batch, milliseconds: Int64) {
        unsafe batch.count = max(
            0, Int(epoll_wait(descriptor, &batch.events, Int32(batch.events.count), Int32(milliseconds))))
    }

    /// The events of one wait.
    @safe struct Batch {
        fileprivate var events = unsafe [epoll_event](repeating: epoll_event(), count: 256)
        fileprivate(set) var count = 0

        subscript(index: Int) -> (id: UInt64, events: Interest) {
            unsafe (events[index].data.u64, Interest(rawValue: events[index].events))
        }
    }

    deinit {
        Glibc.close(wakeDescriptor)
        Glibc.close(descriptor)
    }

    private func control(_ operation: Int32, _ target: Int32, _ id: UInt64, _ interest: Interest) {
        var event = unsafe epoll_event()
        unsafe event.events = interest.rawValue
        unsafe event.data.u64 = id
        unsafe epoll_ctl(descriptor, operation, target, &event)
    }
}
