import Glibc

/// Clocks in nanoseconds.
package enum Nanoseconds {
    package static func monotonic() -> Int64 { read(CLOCK_MONOTONIC) }

    /// Returns the CPU time of all threads of this process.
    package static func ownCPUTime() -> Int64 { read(CLOCK_PROCESS_CPUTIME_ID) }

    /// Returns the CPU time of this thread.
    package static func ownThreadCPUTime() -> Int64 { read(CLOCK_THREAD_CPUTIME_ID) }

    /// Returns the CPU time of all threads of another process.
    ///
    /// `utime` and `stime` in `/proc/PID/stat` are the same, rounded to hundredths of a second.
    static func cpuTime(of process: Int32) throws -> Int64 {
        var clock = clockid_t()
        guard unsafe clock_getcpuclockid(process, &clock) == 0 else { throw BenchError("process \(process) is gone") }
        return read(clock)
    }

    package static func sleep(until moment: Int64) {
        let left = moment - monotonic()
        if left > 0 { usleep(UInt32(clamping: left / 1000)) }
    }

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
