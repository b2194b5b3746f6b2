import Glibc
import Threads

/// Waits for a condition that another thread fulfils; false if it is not true after this time.
package func eventually(seconds: Double = 10, _ condition: () -> Bool) -> Bool {
    let end = monotonicMilliseconds() + Int64(seconds * 1000)
    while monotonicMilliseconds() < end {
        if condition() { return true }
        // Its length is arbitrary: it leaves the processors to the other threads.
        usleep(1000)
    }
    return condition()
}
