import Glibc
import Threads

/// Whether a condition comes true within ten seconds that another thread brings about.
func eventually(_ condition: () -> Bool) -> Bool {
    let end = monotonicMilliseconds() + 10_000
    while monotonicMilliseconds() < end {
        if condition() { return true }
        // Nothing depends on how long: it leaves the processors to those who are waited for.
        usleep(1000)
    }
    return condition()
}
