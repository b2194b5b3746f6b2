import Foundation

/// A program that a test runs. It is killed when the last reference is gone.
///
/// Tests start many programs at once. Foundation's `Process` does not support that: a program that another thread
/// starts at the same moment can inherit any open file. `Process` learns of a program's end by the end of a socket, so
/// that it waits for the other program too, perhaps forever. Here a program closes what it inherits before it begins.
package final class ChildProcess {
    package struct NotStarted: Error {
        let arguments: [String], number: Int32
    }

    package let id: pid_t
    private var status: Int32?
    /// The program ends when this file is closed.
    private let lifeline: Int32?

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - arguments: the program's path or name first.
    ///   - input: the standard input; nil for none.
    ///   - output: the standard output; nil for none.
    ///   - errors: the standard error; nil for none.
    package init(_ arguments: [String], input: Int32? = nil, output: Int32? = nil, errors: Int32? = nil) throws {
        id = try Self.start(arguments, [input, output, errors])
        lifeline = nil
    }

    /// Starts a program without input that does not outlive this process, even if this process is killed.
    ///
    /// - Parameters:
    ///   - arguments: the program's path or name first.
    ///   - output: the standard output; nil for none.
    package init(endingWithTests arguments: [String], output: Int32? = nil) throws {
        // The shell lets go of the output, so that it ends with the program.
        let script = "\"$@\" </dev/null & exec >/dev/null; read -r line; kill -KILL $!; wait"
        let pipe = PipeEnds()
        defer { close(pipe.reading) }
        lifeline = pipe.writing
        id = try Self.start(["/bin/sh", "-c", script, "sh"] + arguments, [pipe.reading, output, nil])
    }

    private static func start(_ arguments: [String], _ standardFiles: [Int32?]) throws -> pid_t {
        #if canImport(Darwin)
            var (actions, attributes): (posix_spawn_file_actions_t?, posix_spawnattr_t?)
        #else
            var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        for (descriptor, file) in zip(Int32(0)..., standardFiles) {
            if let file {
                posix_spawn_file_actions_adddup2(&actions, file, descriptor)
            } else {
                posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
            }
        }
        // The threads of tasks block signals: a shell with their mask waits for its programs forever.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        #if canImport(Darwin)
            let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_CLOEXEC_DEFAULT
        #else
            let flags = POSIX_SPAWN_SETSIGMASK
            _ = closeFrom(&actions, 3)
        #endif
        posix_spawnattr_setflags(&attributes, Int16(flags))
        var texts = arguments.map { strdup($0) } + [nil]
        var environment = ProcessInfo.processInfo.environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in texts + environment { free(text) } }
        var id: pid_t = 0
        let number = posix_spawnp(&id, arguments[0], &actions, &attributes, &texts, &environment)
        guard number == 0 else { throw NotStarted(arguments: arguments, number: number) }
        return id
    }

    deinit { kill() }

    /// Waits until the program has ended. Returns its exit status, or minus the signal that ended it.
    @discardableResult
    package func wait() -> Int32 {
        if let status { return status }
        var raw: Int32 = 0
        while waitpid(id, &raw, 0) < 0, errno == EINTR {}
        let result = raw & 0x7F == 0 ? raw >> 8 & 0xFF : -(raw & 0x7F)
        status = result
        return result
    }

    /// Kills the program, which it cannot prevent, and waits until it has ended.
    package func kill() {
        guard status == nil else { return }
        if let lifeline { close(lifeline) } else { _ = Foundation.kill(id, SIGKILL) }
        wait()
    }
}

extension ChildProcess {
    /// The end of a program, and what it printed until then.
    package struct Outcome {
        /// The exit status, or minus the signal that ended the program.
        package let status: Int32
        package let output: String
        package let errors: String
    }

    /// Runs a program to its end.
    ///
    /// - Parameters:
    ///   - arguments: the program's path or name first.
    ///   - input: what it reads from its standard input.
    package static func run(_ arguments: [String], input: some DataProtocol = Data()) throws -> Outcome {
        // Files are never full, so that no program waits for the other end of a pipe.
        let (given, output, errors) = (try UnnamedFile(), try UnnamedFile(), try UnnamedFile())
        try given.handle.write(contentsOf: input)
        try given.handle.seek(toOffset: 0)
        let child = try withExtendedLifetime(given) {
            try ChildProcess(
                arguments, input: given.descriptor, output: output.descriptor, errors: errors.descriptor)
        }
        return Outcome(status: child.wait(), output: try output.text, errors: try errors.text)
    }

    /// Runs a program to its end, without input. Returns its exit status.
    package static func status(of arguments: String...) throws -> Int32 { try ChildProcess(arguments).wait() }
}

/// A pipe that no program inherits, unless one of the ends is passed to it.
package struct PipeEnds {
    package let reading: Int32
    package let writing: Int32

    package init() {
        var ends: [Int32] = [-1, -1]
        precondition(pipe(&ends) == 0, "no pipe: \(errno)")
        (reading, writing) = (ends[0], ends[1])
    }
}

#if !canImport(Darwin)
    /// `posix_spawn_file_actions_addclosefrom_np` of glibc 2.34, which its headers declare only for `_GNU_SOURCE`.
    private let closeFrom: CloseFrom = {
        guard let function = dlsym(dlopen(nil, RTLD_NOW), "posix_spawn_file_actions_addclosefrom_np") else {
            preconditionFailure("glibc 2.34 or newer is required")
        }
        return unsafeBitCast(function, to: CloseFrom.self)
    }()
    private typealias CloseFrom = @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32
#endif

/// An open file without a name.
private struct UnnamedFile {
    let handle: FileHandle

    init() throws {
        guard let file = tmpfile() else { throw CocoaError(.fileWriteUnknown) }
        defer { fclose(file) }
        handle = FileHandle(fileDescriptor: dup(fileno(file)), closeOnDealloc: true)
    }

    var descriptor: Int32 { handle.fileDescriptor }

    /// The content from the beginning.
    var text: String {
        get throws {
            try handle.seek(toOffset: 0)
            return String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self)
        }
    }
}
