import Commands
import Database
import FleetCore
import Foundation
import Synchronization
import Terminal
import TestSupport

/// What a command said and how it ended.
struct Transcript: Equatable {
    var output: String
    var errors: String
    var code: ExitCode

    /// Runs a command in this process. The queries are the repository's; the store is the one of `store`, else one that
    /// is not there; it is noon of 2026-09-22 where no other time is given, and the clock for rates stands still or goes on whenever it is looked at.
    init(
        _ words: String..., exactly last: [String] = [], store: TestStore? = nil, environment: [String: String] = [:],
        input: String = "",
        isTerminal: Bool = false, width: Int = 80, secondsPerLook: Int = 0, to output: Terminal.OutputStream? = nil,
        addressSpaceLimit: Int? = nil, now: Instant = Instant(epochSeconds: 1_790_078_400)
    ) {
        var variables = ["CHATFLEET_QUERIES": repositoryRoot + "/Queries", "HOME": "/nonexistent", "PATH": "/nonexistent"]
        if let store { variables["CHATFLEET_STORE"] = store.environmentText }
        variables.merge(environment) { $1 }
        let outputStream = output ?? OutputStream(capturingAsTerminal: isTerminal)
        let errorStream = OutputStream(capturingAsTerminal: isTerminal)
        let clock = SteppingClock(secondsPerLook)
        let surroundings = Surroundings(
            input: InputStream(bytes: Array(input.utf8), isTerminal: isTerminal), output: outputStream, errors: errorStream,
            environment: variables,
            windowWidth: width, now: { now }, steadySeconds: clock.look, stop: StopRequest(),
            addressSpaceLimit: addressSpaceLimit)
        // Words are split at spaces, so that a test reads as it is typed; the last ones only where they are not given exactly.
        code = Program.run(words.flatMap { $0.split(separator: " ").map(String.init) } + last, in: surroundings)
        self.output = outputStream.captured
        errors = errorStream.captured
    }
}

/// A steady clock that knows only of how often it was looked at.
private final class SteppingClock: Sendable {
    private let step: Int
    private let looks = Atomic<Int>(0)

    init(_ step: Int) { self.step = step }

    @Sendable func look() -> Double { Double(looks.add(step, ordering: .relaxed).oldValue) }
}

extension TestStore {
    var environmentText: String { location.environmentText }
}

extension StoreLocation {
    /// The location with everything that is needed to connect.
    var environmentText: String {
        switch self {
        case .sqlite(let path): "sqlite:\(path)"
        case .postgres(let conninfo): conninfo
        }
    }
}
