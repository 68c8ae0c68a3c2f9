import Commands
import FleetCore
import TestSupport
import Testing

@Suite struct ProgramTests {
    @Test func `without words the help goes to standard error, and the status says usage`() {
        let transcript = Transcript()
        #expect(transcript.code == .usage)
        #expect(transcript.output == "")
        #expect(
            transcript.errors.hasPrefix("chatfleet: runs a fleet of chat clients from its own telemetry\n\nUsage: chatfleet NOUN")
        )
    }

    @Test func `the version`() {
        let transcript = Transcript("--version")
        #expect(transcript.output == "chatfleet \(Program.version)\n")
        #expect(transcript.code == .success)
    }

    @Test func `an error says what, where and what next, on standard error`() {
        let transcript = Transcript("stor status")
        #expect(transcript.code == .usage)
        #expect(transcript.output == "")
        #expect(
            transcript.errors == """
                chatfleet: "stor" is no command
                  at: chatfleet
                  next: did you mean store? else: chatfleet --help

                """)
    }

    @Test func `colour only adds, and only where it is wanted`() {
        let red = "\u{1B}[1;31mchatfleet:\u{1B}[0m"
        #expect(Transcript("stor", isTerminal: true).errors.hasPrefix(red))
        for plain in [
            Transcript("stor"), Transcript("stor --no-color", isTerminal: true),
            Transcript("stor", environment: ["NO_COLOR": "1"], isTerminal: true),
            Transcript("stor", environment: ["TERM": "dumb"], isTerminal: true),
        ] {
            #expect(plain.errors.hasPrefix("chatfleet: \"stor\" is no command\n"))
        }
    }

    @Test func `what the user typed cannot drive the terminal through an error`() {
        let transcript = Transcript("\u{1B}[2J")
        #expect(transcript.errors.hasPrefix("chatfleet: \"\\u{1b}[2J\" is no command\n"))
    }

    @Test func `a password on the command line is refused and not repeated`() {
        let transcript = Transcript("--store postgres://fleet:hunter2@db/fleet store status")
        #expect(transcript.code == .usage)
        #expect(!transcript.errors.contains("hunter2"))
        #expect(transcript.errors.contains("next: set CHATFLEET_STORE instead"))
    }

    @Test func `a wrong store in the environment is bad input`() {
        let transcript = Transcript("store status", environment: ["CHATFLEET_STORE": "fleet.db"])
        #expect(transcript.code == .badInput)
        #expect(transcript.errors.contains("  at: CHATFLEET_STORE\n  next: for a file write sqlite:fleet.db\n"))
    }

    @Test func `a folder without queries is named`() {
        let transcript = Transcript("--queries-dir /nonexistent queries list")
        #expect(transcript.code == .badInput)
        #expect(transcript.errors.contains("  at: /nonexistent\n"))
    }
}
