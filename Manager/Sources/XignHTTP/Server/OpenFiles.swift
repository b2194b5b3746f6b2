import Glibc

/// The limit of open files and connections of the process (RLIMIT_NOFILE).
public enum OpenFiles {
    /// Raises the limit to `count`, as far as the hard limit allows. Shells and service managers often set 1024.
    ///
    /// - Returns: `count`, or the lower limit that holds now.
    public static func allow(_ count: Int) -> Int {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard unsafe getrlimit(resource, &limit) == 0 else { return count }
        let wanted = rlim_t(count)
        if limit.rlim_cur < wanted {
            limit.rlim_cur = min(wanted, limit.rlim_max)
            guard unsafe setrlimit(resource, &limit) == 0, unsafe getrlimit(resource, &limit) == 0 else { return 1024 }
        }
        return limit.rlim_cur < wanted ? Int(limit.rlim_cur) : count
    }
}
