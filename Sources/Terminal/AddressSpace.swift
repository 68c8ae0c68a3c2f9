import Glibc

/// How much memory this process may map.
public enum AddressSpace {
    /// In bytes, as `ulimit -v` sets it; nil without a limit.
    public static var limit: Int? {
        var limits = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limits) == 0 else { return nil }
        return Int(exactly: limits.rlim_cur)
    }
}
