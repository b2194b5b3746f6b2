import Glibc

/// Clocks, in nanoseconds.
enum Nanoseconds {
    static func monotonic() -> Int64 { read(CLOCK_MONOTONIC) }

    /// Since 1970, in UTC.
    static func wallClock() -> Int64 { read(CLOCK_REALTIME) }

    /// CPU time of this process, all threads together.
    static func ownCPU() -> Int64 { read(CLOCK_PROCESS_CPUTIME_ID) }

    /// CPU time of another process, all threads together: what `utime` and `stime` of `/proc/<pid>/stat` are, without
    /// being rounded to hundredths of a second.
    static func cpu(of process: Int32) throws -> Int64 {
        var clock = clockid_t()
        guard unsafe clock_getcpuclockid(process, &clock) == 0 else { throw BenchError("process \(process) is gone") }
        return read(clock)
    }

    static func sleep(until moment: Int64) {
        let left = moment - monotonic()
        if left > 0 { usleep(UInt32(clamping: left / 1000)) }
    }

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
