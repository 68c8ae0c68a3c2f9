import CommandLine
import FleetCore
import Testing

@Suite struct HelpTests {
    private func help(_ path: [String], isLong: Bool = true, width: Int? = nil) -> String {
        Sample.registry.help(path, isLong: isLong, width: width)
    }

    @Test func `the top page shows the commands in groups, the shared options and what each exit status means`() {
        #expect(
            help([]) == """
                chatfleet: golden signals of a fleet

                Usage: chatfleet NOUN [VERB] [ARGUMENTS]

                Answers:
                  crash-free  the share of active installs without a crash

                Data in:
                  ingest reports  read client reports into the store

                Around it:
                  completion    a completion script for a shell
                  queries list  the queries and what they answer

                Options of all commands:
                  --store STORE    where the data is; else the environment's CHATFLEET_STORE
                  --format FORMAT  what to print: table, json (default: table)
                  -q, --quiet      only results and errors
                  -h, --help       this help; -h is shorter
                  --version        the version of the program

                Exit status:
                  0    done; verdict PASS
                  1    done, and the answer is bad: HALT, a breached quota, a missed target, a failed check
                  2    could not answer: internal or I/O failure
                  3    bad input: a file, document, scenario or configuration is wrong
                  4    unknown: too little, stale or contradictory data
                  5    partial: done, but some input was refused
                  64   usage: the command line is wrong
                  69   a service it needs is unavailable
                  130  interrupted; what was committed stays

                chatfleet COMMAND --help shows a command with an example.

                """)
    }

    @Test func `the page of a command`() {
        #expect(
            help(["crash-free"]) == """
                chatfleet crash-free: the share of active installs without a crash

                Usage: chatfleet crash-free [OPTIONS]

                An install counts once in the window, however often it crashed.

                Options:
                  --from DAY         first day of the window (default: seven days before --to)
                  --by GROUPING      a row for each: any of version, platform, day, with commas between
                  --target PERCENT   exit 1 where a row misses it
                  --since DURATION   the last hours
                  --as-of TIME       what was known then
                  --top N            how many rows (default: 10)
                  --version VERSION  this version only; may be repeated

                Options of all commands:
                  --store STORE    where the data is; else the environment's CHATFLEET_STORE
                  --format FORMAT  what to print: table, json (default: table)
                  -q, --quiet      only results and errors
                  -h, --help       this help; -h is shorter

                Exit status:
                  0    done; verdict PASS
                  1    done, and the answer is bad: HALT, a breached quota, a missed target, a failed check
                  2    could not answer: internal or I/O failure
                  4    unknown: too little, stale or contradictory data
                  64   usage: the command line is wrong
                  130  interrupted; what was committed stays

                Example:
                  chatfleet crash-free --by version --target 99.5%
                      marks each version under 99.5 %, and exits 1 if there is one

                """)
    }

    @Test func `the short page of a command, in a narrow terminal`() {
        #expect(
            help(["ingest", "reports"], isLong: false, width: 40) == """
                chatfleet ingest reports: read client
                reports into the store

                Usage: chatfleet ingest reports PATH…

                Arguments:
                  PATH…  files of reports, or - for
                         standard input

                Example:
                  chatfleet ingest reports day.ndjson.gz
                      reads a compressed file

                chatfleet ingest reports --help shows more.

                """)
    }

    @Test func `the page of a noun shows its verbs`() {
        #expect(
            help(["ingest"]) == """
                Usage: chatfleet ingest VERB [ARGUMENTS]

                Verbs:
                  ingest reports  read client reports into the store

                chatfleet ingest VERB --help shows one with an example.

                """)
    }
}
