import Database
import FleetCore
import Testing

struct StoreLocationTests {
    private func refusal(_ text: String, _ origin: StoreLocation.Origin) -> ToolError? {
        do {
            let location = try StoreLocation.parse(text, from: origin)
            Issue.record("was taken for \(location)")
        } catch {
            #expect(!"\(error)".contains("hunter2"))
            return error
        }
        return nil
    }

    @Test func `the three forms`() throws {
        #expect(try StoreLocation.parse("sqlite:/a b/c.db", from: .commandLine) == .sqlite(path: "/a b/c.db"))
        #expect(try StoreLocation.parse("sqlite::memory:", from: .commandLine) == .sqlite(path: ":memory:"))
        for text in ["postgres://db.example/fleet", "postgresql:///fleet?host=/tmp", "service=fleet", "host=a dbname='b c'"] {
            #expect(try StoreLocation.parse(text, from: .commandLine) == .postgres(conninfo: text))
        }
    }

    @Test(arguments: [
        "postgres://oncall:hunter2@db.example/fleet", "postgres:///fleet?password=hunter2", "host=a password=hunter2",
        "host=a password = 'hunter2'", "host=a sslpassword=hunter2",
    ])
    func `a password is refused on the command line and nowhere else`(text: String) throws {
        let error = refusal(text, .commandLine)
        #expect(error?.exitCode == .usage)
        #expect(error?.next == "set CHATFLEET_STORE instead, or keep the password in PGPASSFILE or a service file")
        let location = try StoreLocation.parse(text, from: .environment)
        #expect(!location.description.contains("hunter2"))
    }

    @Test(arguments: [
        ("postgres://oncall:hunter2@db.example:5433/fleet?sslmode=require", "host=db.example port=5433 dbname=fleet user=oncall"),
        ("host=/tmp dbname=fleet password=hunter2", "host=/tmp dbname=fleet"), ("service=fleet", "service=fleet"),
        ("sslmode=require", "postgres"),
    ])
    func `the display form says where, without secrets`(text: String, shown: String) throws {
        #expect(try StoreLocation.parse(text, from: .environment).description == shown)
    }

    @Test(arguments: [
        "", "fleet.db", "mysql://a/b", "sqlite:", "postgres://[hunter2", "host=a hunter2", "passwort=hunter2",
        "postgres://a/b?hunter2=1",
    ])
    func `what can't be read is refused without repeating it`(text: String) {
        #expect(refusal(text, .commandLine)?.exitCode == .usage)
        #expect(refusal(text, .environment)?.exitCode == .badInput)
        #expect(refusal(text, .environment)?.place == "CHATFLEET_STORE")
    }

    @Test func `a bare path is answered with how to write it`() {
        #expect(refusal("fleet.db", .commandLine)?.next == "for a file write sqlite:fleet.db")
    }

    @Test func `the standard place follows XDG_DATA_HOME`() {
        #expect(
            StoreLocation.standard(environment: ["HOME": "/home/a"]).description
                == "sqlite:/home/a/.local/share/chatfleet/fleet.db")
        let set = ["HOME": "/home/a", "XDG_DATA_HOME": "/data"]
        #expect(StoreLocation.standard(environment: set).description == "sqlite:/data/chatfleet/fleet.db")
        #expect(
            StoreLocation.standard(environment: ["HOME": "/home/a", "XDG_DATA_HOME": ""]).description
                == "sqlite:/home/a/.local/share/chatfleet/fleet.db")
    }
}
