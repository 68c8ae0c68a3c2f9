import CommandLine
import Reporting

/// The options that every command takes.
enum GlobalOptions {
    static let store = Option(
        "store", .text("STORE"), help: "sqlite:PATH, a postgres:// URL or a libpq conninfo",
        defaultText: "sqlite:~/.local/share/chatfleet/fleet.db", environmentVariable: "CHATFLEET_STORE")
    static let format = Option("format", .cases("FORMAT") as ValueType<ReportFormat>, help: "how results are printed")
        .defaulting(to: .table, shown: "table")
    static let quiet = Flag("quiet", short: "q", help: "only results and errors")
    static let queriesDirectory = Option(
        "queries-dir", .directory(), help: "the folder Queries of chatfleet", defaultText: "beside the program",
        environmentVariable: "CHATFLEET_QUERIES")
    static let noColour = Flag("no-color", help: "no colour, as with the environment's NO_COLOR")

    static let all: [any DeclaresOption] = [store, format, quiet, queriesDirectory, noColour]
}
