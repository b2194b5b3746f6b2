import CIsolation
import Glibc
import Pictures

/// A sandboxed process that reads QR codes from pictures, without access to files, environment, network and other
/// processes.
///
/// The libraries that decode pictures are written in C, and pictures come from untrusted sources. An exploited bug in
/// them can at most return a wrong text.
public struct ReaderProcess: ~Copyable {
    /// The process's id. The process ends with this value.
    let id: pid_t
    private let channel: Int32

    /// Returns the text of the only Xign code in a picture, or of its only QR code.
    ///
    /// Takes as long as ``QRCodeReader/text(in:)``, plus some hundredths of a second to start a process; at most ten
    /// seconds. No process remains afterwards. Any thread may call it.
    /// - Parameter picture: a PNG or JPEG file.
    /// - Throws: ``PictureError``.
    public static func text(in picture: [UInt8]) throws(PictureError) -> String {
        try ReaderProcess().text(in: picture, within: .seconds(10))
    }

    /// - Parameter program: the executable; by default the running one, even if its file has been replaced.
    init(_ program: String = "/proc/self/exe") throws(PictureError) {
        var (id, channel): (pid_t, Int32) = (0, -1)
        guard unsafe isolation_start(program, Reader.name, &id, &channel) == 0 else { throw .noIsolation }
        (self.id, self.channel) = (id, channel)
    }

    deinit {
        kill(id, SIGKILL)
        while waitpid(id, nil, 0) < 0, errno == EINTR {}
        close(channel)
    }

    /// Sends the picture and returns the text of its code. Call it once.
    func text(in picture: [UInt8], within time: Duration) throws(PictureError) -> String {
        switch Answer(try answer(to: picture, by: .now + time)) {
        case .text(let text): return text
        case .refusal(let error): throw error
        case nil: throw .unsafe
        }
    }

    /// Sends the picture and receives the answer at the same time: the process may answer before it has read
    /// everything.
    func answer(to picture: [UInt8], by deadline: ContinuousClock.Instant) throws(PictureError) -> [UInt8] {
        var unsent = picture[...]
        var received: [UInt8] = []
        if unsent.isEmpty { shutdown(channel, Int32(SHUT_WR)) }
        while received.count <= Answer.byteLimit {
            try wait(toSend: !unsent.isEmpty, until: deadline)
            if !unsent.isEmpty {
                send(&unsent)
                if unsent.isEmpty { shutdown(channel, Int32(SHUT_WR)) }
            }
            guard receive(&received) else { break }
        }
        return received
    }

    private func wait(toSend: Bool, until deadline: ContinuousClock.Instant) throws(PictureError) {
        let events = Int16(toSend ? POLLIN | POLLOUT : POLLIN)
        while true {
            let left = (deadline - .now) / .milliseconds(1)
            guard left > 0 else { throw .tooSlow }
            var channel = pollfd(fd: channel, events: events, revents: 0)
            if unsafe poll(&channel, 1, Int32(left.rounded(.up))) > 0 { return }
        }
    }

    private func send(_ unsent: inout ArraySlice<UInt8>) {
        // No SIGPIPE if the process has ended.
        let flags = Int32(MSG_DONTWAIT | MSG_NOSIGNAL)
        let count = unsafe unsent.withUnsafeBytes { unsafe Glibc.send(channel, $0.baseAddress, $0.count, flags) }
        if count >= 0 {
            unsent = unsent.dropFirst(count)
        } else if errno != EAGAIN, errno != EINTR {
            // The process has stopped reading, but may have answered.
            unsent = []
        }
    }

    /// Receives available bytes. Returns false at the end of the answer.
    private func receive(_ received: inout [UInt8]) -> Bool {
        var buffer = [UInt8](repeating: 0, count: Answer.byteLimit)
        let count = unsafe recv(channel, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) }
        received += buffer[..<count]
        return true
    }
}
