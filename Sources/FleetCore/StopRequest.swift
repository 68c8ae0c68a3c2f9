import Synchronization

/// Set once when the user wants to stop (Ctrl-C); long work looks at it between its steps.
public final class StopRequest: Sendable {
    private let flag = Atomic<Bool>(false)

    public init() {}

    public func set() { flag.store(true, ordering: .releasing) }
    public var isSet: Bool { flag.load(ordering: .acquiring) }
}
