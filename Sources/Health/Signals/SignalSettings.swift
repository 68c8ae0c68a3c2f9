/// What a fleet says otherwise than the files of signals do.
public struct SignalSettings: Sendable, Equatable {
    public struct Levels: Sendable, Equatable {
        public var watch: SignalLimit?
        public var page: SignalLimit?
        /// Why the fleet does without the signal.
        public var off: String?

        public init(watch: SignalLimit? = nil, page: SignalLimit? = nil, off: String? = nil) {
            self.watch = watch
            self.page = page
            self.off = off
        }
    }

    /// By signal; what is nil stays as the file has it.
    public var levels: [String: Levels]

    public init(levels: [String: Levels] = [:]) { self.levels = levels }
}

extension Signal {
    func with(_ settings: SignalSettings) -> Signal {
        guard let levels = settings.levels[name] else { return self }
        var signal = self
        if let watch = levels.watch { signal.watch = watch }
        if let page = levels.page { signal.page = page }
        signal.off = levels.off
        return signal
    }
}
