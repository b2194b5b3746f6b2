import Glibc
import Threads

/// Whether a condition that another thread brings about comes true within so many seconds.
package func eventually(seconds: Double = 10, _ condition: () -> Bool) -> Bool {
    let end = monotonicMilliseconds() + Int64(seconds * 1000)
    while monotonicMilliseconds() < end {
        if condition() { return true }
        // Nothing depends on how long: it leaves the processors to those who are waited for.
        usleep(1000)
    }
    return condition()
}
