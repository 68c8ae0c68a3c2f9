import FleetCore
import Glibc

/// Measures this build in one run, against the programs that come with each engine, and prints a Markdown table: ratios,
/// because they say the same on another machine. Wants an optimised build of both products:
///
///     swift build -c release && .build/release/chatfleet-bench
@main
struct Main {
    static func main() {
        do {
            exit(try run(Array(CommandLine.arguments.dropFirst())) ? 0 : ExitCode.badAnswer.rawValue)
        } catch let error as ToolError {
            say(
                "chatfleet-bench: \(error.what)\(error.place.map { " (\($0))" } ?? "")\(error.next.map { "\n\($0)" } ?? "")\n",
                to: 2)
            exit(error.exitCode.rawValue)
        } catch {
            say("chatfleet-bench: \(error)\n", to: 2)
            exit(ExitCode.failure.rawValue)
        }
    }

    private static let usage = """
        usage: chatfleet-bench [--reports N] [--installs N] [--rounds N]
               [--only decode,flags,storms,capacity,gate,postgres,sqlite,answers,status]

        """

    /// True when every wanted number was reached.
    private static func run(_ arguments: [String]) throws -> Bool {
        if arguments == [FlagBench.tracedRun] {
            try FlagBench.evaluateTraced()
            return true
        }
        let options = try BenchOptions(arguments, usage: usage)
        let chatfleet = try binaryBeside()
        let directory = try TemporaryDirectory()
        var allMet = true
        func report(_ measures: [Measure]) {
            for measure in measures {
                say(measure.row, to: 1)
                allMet = allMet && measure.isMet
            }
        }
        say(Measure.header, to: 1)
        if options.wants("decode") { report(try DecodeBench(reports: options.reports, directory: directory.path).run()) }
        if options.wants("storms") { report(try StormBench().run()) }
        if options.wants("capacity") { report(try CapacityBench(chatfleet: chatfleet, rounds: options.rounds).run()) }
        if options.wants("gate") { report(try GateBench(chatfleet: chatfleet).run()) }
        if options.wants("flags") { report(try FlagBench(program: binary(), directory: directory.path).run()) }
        for engine in ["sqlite", "postgres"] {
            guard options.wants(engine) || options.wants("answers") || options.wants("status") else { continue }
            let store: any StoreUnderTest =
                engine == "postgres" ? try PostgresUnderTest() : SQLiteUnderTest(directory: directory.path)
            if options.wants(engine) {
                var bench = IngestBench(
                    store, chatfleet: chatfleet, reports: options.reports, directory: directory.path, rounds: options.rounds)
                report(try bench.run())
            }
            if options.wants("answers") {
                let bench = AnswerBench(
                    store: store, chatfleet: chatfleet, installs: options.installs, directory: directory.path)
                report(try bench.run())
            }
            if options.wants("status") {
                report([try StatusBench(store: store, chatfleet: chatfleet, directory: directory.path).run()])
            }
        }
        return allMet
    }

    /// Where this program lies.
    private static func binary() -> String {
        var buffer = [CChar](repeating: 0, count: 4096)
        let length = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        return String(decoding: buffer.prefix(max(0, length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The `chatfleet` of the same build.
    private static func binaryBeside() throws -> String {
        let binary = binary().split(separator: "/").dropLast().reduce(into: "") { $0 += "/" + $1 } + "/chatfleet"
        guard access(binary, X_OK) == 0 else {
            throw ToolError(.failure, "there is no chatfleet beside this program", at: binary, next: "swift build -c release")
        }
        return binary
    }

    private static func say(_ text: String, to descriptor: Int32) {
        var text = text
        text.withUTF8 { _ = write(descriptor, $0.baseAddress, $0.count) }
    }
}
