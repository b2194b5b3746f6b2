import Glibc

/// How many files and connections the process may have open (RLIMIT_NOFILE).
public enum OpenFiles {
    /// Raises the limit as far as it is needed and the system lets it: what a shell or service manager gives is often 1024,
    /// for programs that know no more.
    ///
    /// - Returns: How many there may be now; fewer than `count` where the hard limit forbids them.
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
