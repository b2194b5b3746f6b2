import Glibc

/// A child process of a test. It is killed when the last reference is gone.
package final class Child {
    package struct NotStarted: Error {
        let arguments: [String], number: Int32
    }

    package let id: pid_t
    private var status: Int32?

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - arguments: the program's path first.
    ///   - input: the child's standard input; nil for none.
    ///   - output: the child's standard output and error; nil for none.
    package init(_ arguments: [String], input: Int32? = nil, output: Int32? = nil) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let input {
            posix_spawn_file_actions_adddup2(&actions, input, 0)
        } else {
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        }
        for descriptor: Int32 in 1...2 {
            if let output {
                posix_spawn_file_actions_adddup2(&actions, output, descriptor)
            } else {
                posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
            }
        }
        var id: pid_t = 0
        var texts = arguments.map { strdup($0) } + [nil]
        defer { for text in texts { free(text) } }
        let number = posix_spawn(&id, arguments[0], &actions, nil, &texts, environ)
        guard number == 0 else { throw NotStarted(arguments: arguments, number: number) }
        self.id = id
    }

    deinit { kill() }

    /// Waits until the child has ended. Returns its exit status, or minus the signal that ended it.
    @discardableResult
    package func wait() -> Int32 {
        if let status { return status }
        var raw: Int32 = 0
        while waitpid(id, &raw, 0) < 0, errno == EINTR {}
        let result = raw & 0x7F == 0 ? raw >> 8 & 0xFF : -(raw & 0x7F)
        status = result
        return result
    }

    /// Sends SIGKILL, which the child cannot catch, and waits until it has ended.
    package func kill() {
        guard status == nil else { return }
        _ = Glibc.kill(id, SIGKILL)
        wait()
    }

    /// Runs a program to its end, without input and output. Returns its exit status.
    package static func run(_ arguments: String...) throws -> Int32 { try Child(arguments).wait() }
}

/// A pipe that no child inherits, unless one of the ends is passed to it.
package struct PipeEnds {
    package let reading: Int32
    package let writing: Int32

    package init() {
        var ends: [Int32] = [-1, -1]
        precondition(pipe(&ends) == 0, "no pipe: \(errno)")
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (reading, writing) = (ends[0], ends[1])
    }
}

/// True if the tests run as root, who alone may mount file systems and change the user.
package let isRoot = geteuid() == 0
