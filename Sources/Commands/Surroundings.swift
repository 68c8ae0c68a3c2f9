public import FleetCore
import FoundationEssentials
public import Terminal

/// What a run of the program touches outside itself, passed in so that a test can run a command in its own process.
public struct Surroundings: Sendable {
    public let input: InputStream
    public let output: OutputStream
    public let errors: OutputStream
    public let environment: [String: String]
    /// Columns of the window where there is one; nil: unknown.
    public let windowWidth: Int?
    /// The time of day.
    public let now: @Sendable () -> Instant
    /// Seconds of a clock that never goes back, for rates.
    public let steadySeconds: @Sendable () -> Double
    public let stop: StopRequest
    /// Bytes that may be mapped; nil without a limit.
    public let addressSpaceLimit: Int?
    public let interrupts: Interrupts
    /// What this run has done for good.
    let workDone = WorkDone()

    public init(
        input: InputStream, output: OutputStream, errors: OutputStream, environment: [String: String], windowWidth: Int? = nil,
        now: @escaping @Sendable () -> Instant, steadySeconds: @escaping @Sendable () -> Double, stop: StopRequest,
        addressSpaceLimit: Int? = nil
    ) {
        self.input = input
        self.output = output
        self.errors = errors
        self.environment = environment
        self.windowWidth = windowWidth
        self.now = now
        self.steadySeconds = steadySeconds
        self.stop = stop
        self.addressSpaceLimit = addressSpaceLimit
        interrupts = Interrupts(stop: stop)
    }

    /// Those of this process. Takes over its signals.
    static func ofProcess() -> Surroundings {
        occupyClosedStandardDescriptors()
        let start = ContinuousClock.now
        let stop = StopRequest()
        let surroundings = Surroundings(
            input: .standardInput(stop: stop), output: .standardOutput(), errors: .standardError(),
            environment: ProcessInfo.processInfo.environment, windowWidth: TerminalTraits.windowWidth(),
            now: { Instant(epochSeconds: Int64(Date().timeIntervalSince1970)) },
            steadySeconds: { (ContinuousClock.now - start) / .seconds(1) }, stop: stop,
            addressSpaceLimit: AddressSpace.limit)
        ignoreBrokenPipeSignal()
        ignoreFileSizeSignal()
        surroundings.interrupts.start()
        return surroundings
    }
}
