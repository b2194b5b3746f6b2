import Foundation
import Synchronization

/// A device on the bus between processor and TPM. It records every command and answer, and can change answers.
final class Interposer: Sendable {
    /// A command and the answer that it got, as they travelled.
    struct Exchange {
        let command: [UInt8]
        let answer: [UInt8]

        /// The command's code (TPM 2.0 Library, part 2, section 6.5.2).
        var code: UInt32 { command[6..<10].reduce(0) { $0 << 8 | UInt32($1) } }
    }

    /// The transport through this device.
    let tcti: String

    private let recorded = Mutex<[Exchange]>([])
    private let listener: Int32
    private let path: String

    /// Puts a device in front of an emulator.
    init(
        before emulator: TPMEmulator,
        changing change: @escaping @Sendable (_ code: UInt32, _ answer: inout [UInt8]) -> Void = { _, _ in }
    ) throws {
        path = emulator.folder.path + "/interposer"
        tcti = "swtpm:path=\(path)"
        try FileManager.default.createSymbolicLink(
            atPath: path + ".ctrl", withDestinationPath: emulator.socket + ".ctrl")
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard Self.name(path, { bind(listener, $0, $1) }) == 0, listen(listener, 16) == 0 else {
            throw POSIXError(.EADDRINUSE)
        }
        let target = emulator.socket
        Thread.detachNewThread { [weak self, listener] in
            while case let client = accept(listener, nil, nil), client >= 0 {
                let tpm = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
                if Self.name(target, { connect(tpm, $0, $1) }) == 0 {
                    while let command = Self.message(from: client), Self.send(command, to: tpm),
                        var answer = Self.message(from: tpm)
                    {
                        let code = Exchange(command: command, answer: answer).code
                        change(code, &answer)
                        self?.recorded.withLock { $0.append(Exchange(command: command, answer: answer)) }
                        guard Self.send(answer, to: client) else { break }
                    }
                }
                close(tpm)
                close(client)
            }
        }
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    /// The exchanges so far.
    var exchanges: [Exchange] { recorded.withLock { $0 } }

    /// Returns true if the bytes travelled in either direction.
    func saw(_ bytes: some Collection<UInt8>) -> Bool {
        exchanges.contains {
            Data($0.command).range(of: Data(bytes)) != nil || Data($0.answer).range(of: Data(bytes)) != nil
        }
    }

    /// Reads a command or an answer: both begin with a tag of two bytes and the length in four.
    private static func message(from socket: Int32) -> [UInt8]? {
        guard let header = read(6, from: socket) else { return nil }
        let count = header[2..<6].reduce(0) { $0 << 8 | Int($1) }
        return read(count - 6, from: socket).map { header + $0 }
    }

    private static func read(_ count: Int, from socket: Int32) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: max(count, 0))
        return recv(socket, &bytes, bytes.count, Int32(MSG_WAITALL)) == bytes.count ? bytes : nil
    }

    private static func send(_ bytes: [UInt8], to socket: Int32) -> Bool {
        Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
    }

    static func name(_ path: String, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
    }
}
