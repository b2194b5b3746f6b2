import CLinux
import Glibc

/// The address on which a server listens.
public enum ListenAddress: Sendable {
    /// An address literal, IPv4 or IPv6, and a port; port 0 picks a free one.
    case tcp(String, UInt16)
    /// The path of a Unix-domain socket, at most 107 bytes. A socket that nobody listens on is replaced, no other file.
    ///
    /// Its owner and its group can connect (mode 0660).
    case unix(String)
    /// A descriptor that listens already; see `systemd`.
    case inherited(Int32)

    /// The first socket that systemd passed (LISTEN_FDS), if it was meant for this process.
    public static var systemd: ListenAddress? {
        guard let pid = unsafe getenv("LISTEN_PID"), unsafe Int32(String(cString: pid)) == getpid(),
            let count = unsafe getenv("LISTEN_FDS"), unsafe Int32(String(cString: count)) ?? 0 >= 1
        else { return nil }
        return .inherited(3)
    }
}

extension ListenAddress: CustomStringConvertible {
    public var description: String {
        switch self {
        case .tcp(let address, let port): address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)"
        case .unix(let path): "unix:\(path)"
        case .inherited(let descriptor): "descriptor \(descriptor)"
        }
    }
}

/// A failed system call, with its purpose and its reason.
public struct SystemError: Error, CustomStringConvertible {
    public let description: String
    /// The value of `errno`.
    public let code: Int32

    /// - Parameter advice: A remedy in a sentence; empty where there is none.
    init(_ what: String, _ code: Int32 = errno, advice: String = "") {
        self.code = code
        let reason = unsafe "\(what): \(String(cString: strerror(code)))"
        description = advice.isEmpty ? reason : "\(reason). \(advice)"
    }
}

/// A listening, non-blocking socket. It is closed with the last reference, so that a copy of its number never means
/// another file.
final class Listener: Sendable {
    enum Accepted { case connection(Socket, RemoteAddress), none, noDescriptors }

    let socket: Socket
    private let isTCP: Bool, isInherited: Bool

    init(_ address: ListenAddress) throws {
        var storage = sockaddr_storage()
        switch address {
        case .tcp(let text, let port):
            let length = try Self.fill(&storage, text, port)
            socket = try Self.bound(&storage, length, "\(address)")
        case .unix(let path):
            let length = try Self.fill(&storage, path: path)
            Self.removeAbandoned(path, &storage, length)
            socket = try Self.bound(&storage, length, path) {
                guard unsafe chmod(path, 0o660) == 0 else { throw SystemError("Cannot set the mode of \(path)") }
            }
        case .inherited(let descriptor):
            socket = Socket(descriptor: descriptor)
            guard Self.isListening(socket) else { throw SystemError("inherited descriptor \(descriptor)", EBADF) }
            _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
        if case .inherited = address { isInherited = true } else { isInherited = false }
        isTCP = Self.localAddress(socket).ss_family != sa_family_t(AF_UNIX)
    }

    var port: UInt16 {
        guard isTCP else { return 0 }
        var storage = Self.localAddress(socket)
        return unsafe withUnsafeBytes(of: &storage) {
            unsafe UInt16(bigEndian: $0.load(fromByteOffset: 2, as: UInt16.self))
        }
    }

    deinit { socket.close() }

    /// Refuses new clients. An inherited socket stays open: its owner queues clients for a successor.
    func stopListening() {
        if !isInherited { socket.endReceiving() }
    }

    func accept() -> Accepted {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        while true {
            let descriptor = unsafe withUnsafeMutableBytes(of: &storage) {
                unsafe clinux_accept(socket.descriptor, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), &length)
            }
            if descriptor >= 0 {
                let accepted = Socket(descriptor: descriptor)
                if isTCP { accepted.prepareConnection() }
                return .connection(accepted, isTCP ? RemoteAddress(storage) : .local)
            }
            switch errno {
            case EINTR, ECONNABORTED, EPROTO: continue
            case EMFILE, ENFILE, ENOMEM, ENOBUFS: return .noDescriptors
            default: return .none
            }
        }
    }

    /// Writes an address for `bind` and `connect`.
    /// - Returns: its length.
    /// - Throws: `SystemError` for what is no address, and for an inherited descriptor.
    static func fill(_ storage: inout sockaddr_storage, _ address: ListenAddress) throws -> socklen_t {
        switch address {
        case .tcp(let text, let port): try fill(&storage, text, port)
        case .unix(let path): try fill(&storage, path: path)
        case .inherited: throw SystemError("\(address)", EINVAL)
        }
    }

    private static func fill(_ storage: inout sockaddr_storage, _ text: String, _ port: UInt16) throws -> socklen_t {
        try unsafe withUnsafeMutableBytes(of: &storage) { raw in
            var four = sockaddr_in(), six = sockaddr_in6()
            if unsafe inet_pton(AF_INET, text, &four.sin_addr) == 1 {
                four.sin_family = sa_family_t(AF_INET)
                four.sin_port = port.bigEndian
                unsafe raw.storeBytes(of: four, as: sockaddr_in.self)
                return socklen_t(MemoryLayout<sockaddr_in>.size)
            }
            guard unsafe inet_pton(AF_INET6, text, &six.sin6_addr) == 1 else {
                throw SystemError("address \(text)", EINVAL)
            }
            six.sin6_family = sa_family_t(AF_INET6)
            six.sin6_port = port.bigEndian
            unsafe raw.storeBytes(of: six, as: sockaddr_in6.self)
            return socklen_t(MemoryLayout<sockaddr_in6>.size)
        }
    }

    private static func fill(_ storage: inout sockaddr_storage, path: String) throws -> socklen_t {
        let bytes = Array(path.utf8)
        guard bytes.count < 108 else { throw SystemError("path \(path)", ENAMETOOLONG) }
        storage.ss_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &storage) { unsafe $0[2...].copyBytes(from: bytes) }
        return socklen_t(3 + bytes.count)
    }

    /// Removes a socket that a killed process has left behind. One that somebody listens on stays.
    private static func removeAbandoned(_ path: String, _ storage: inout sockaddr_storage, _ length: socklen_t) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return }
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let probe = Socket(descriptor: Glibc.socket(AF_UNIX, type, 0))
        guard probe.descriptor >= 0 else { return }
        defer { probe.close() }
        let failure = unsafe withUnsafeBytes(of: &storage) {
            unsafe connect(probe.descriptor, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), length)
        }
        if failure != 0, errno == ECONNREFUSED { _ = unsafe unlink(path) }
    }

    /// - Parameters:
    ///   - name: The address as the operator knows it, for the error.
    ///   - prepare: Called before anybody can connect.
    private static func bound(
        _ storage: inout sockaddr_storage, _ length: socklen_t, _ name: String, _ prepare: () throws -> Void = {}
    ) throws -> Socket {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let socket = Socket(descriptor: Glibc.socket(Int32(storage.ss_family), type, 0))
        guard socket.descriptor >= 0 else { throw SystemError("socket") }
        socket.set(SOL_SOCKET, SO_REUSEADDR, 1)
        let failure = unsafe withUnsafeBytes(of: &storage) {
            unsafe bind(socket.descriptor, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), length)
        }
        if failure == 0 {
            do { try prepare() } catch {
                socket.close()
                throw error
            }
        }
        guard failure == 0, listen(socket.descriptor, 4096) == 0 else {
            let advice = errno == EADDRINUSE ? "Stop the program that listens there, or choose another port." : ""
            let error = SystemError("Cannot listen on \(name)", advice: advice)
            socket.close()
            throw error
        }
        return socket
    }

    private static func isListening(_ socket: Socket) -> Bool {
        var value: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        return unsafe getsockopt(socket.descriptor, SOL_SOCKET, SO_ACCEPTCONN, &value, &length) == 0 && value != 0
    }

    private static func localAddress(_ socket: Socket) -> sockaddr_storage {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        _ = unsafe withUnsafeMutableBytes(of: &storage) {
            unsafe getsockname(socket.descriptor, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), &length)
        }
        return storage
    }
}
