import CPostgres
public import FleetCore
import Glibc

/// Where a store is: `sqlite:PATH`, a `postgres://` URL, or a libpq conninfo such as `service=fleet`.
public enum StoreLocation: Sendable, Hashable, CustomStringConvertible {
    case sqlite(path: String)
    /// May hold a password: show `description`, never this.
    case postgres(conninfo: String)

    /// Who wrote the location: a command line is seen by every user of the machine, so no password may be in it.
    public enum Origin: Sendable { case commandLine, environment }

    public var engine: Engine {
        switch self {
        case .sqlite: .sqlite
        case .postgres: .postgres
        }
    }

    /// For people and logs: without password.
    public var description: String {
        switch self {
        case .sqlite(let path): "sqlite:\(path)"
        case .postgres(let conninfo): StoreLocation.display(conninfo: conninfo)
        }
    }

    /// Reads a location. What is wrong is a usage error on the command line and bad input in the environment.
    public static func parse(_ text: String, from origin: Origin) throws(ToolError) -> StoreLocation {
        let code: ExitCode = origin == .commandLine ? .usage : .badInput
        let place = origin == .commandLine ? "--store" : "CHATFLEET_STORE"
        if text.hasPrefix("sqlite:") {
            let path = String(text.dropFirst("sqlite:".count))
            guard !path.isEmpty, !path.utf8.contains(0) else {
                throw ToolError(code, "sqlite: needs the path of a file", at: place, next: "write it as sqlite:/path/to/fleet.db")
            }
            guard !path.hasPrefix("postgres://"), !path.hasPrefix("postgresql://") else {
                throw ToolError(code, "sqlite: stands before the address of a Postgres server", at: place, next: "take it away")
            }
            return .sqlite(path: expandedHome(path))
        }
        guard text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") || text.contains("=") else {
            throw ToolError(
                code, "a store is sqlite:PATH, a postgres:// URL or a libpq conninfo, and this is none of them", at: place,
                next: text.contains("://") || text.contains("@") ? nil : "for a file write sqlite:\(text)")
        }
        // libpq's own sentence quotes the text, and the text may hold a password.
        guard let options = PQconninfoParse(text, nil) else {
            throw ToolError(
                code, "the Postgres address can't be read: a character is not percent-encoded or quoted, or an option is unknown",
                at: place, next: "see https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING")
        }
        defer { PQconninfoFree(options) }
        // A password with an @ or a / in it, not percent-encoded, ends up in another part, and would be shown with it.
        let parts = ["host", "dbname", "user"].compactMap { optionValue(options, $0) }
        guard !parts.contains(where: { $0.contains("@") || $0.contains("://") || $0.contains("password=") }) else {
            throw ToolError(
                code, "the Postgres address holds a character that has to be percent-encoded, such as @ as %40 or / as %2F",
                at: place, next: "encode the password, or keep it in PGPASSFILE or a service file")
        }
        let secrets = ["password", "sslpassword"]
        if origin == .commandLine, secrets.contains(where: { optionValue(options, $0) != nil }) {
            throw ToolError(
                .usage, "a password on the command line is seen by every user of this machine", at: place,
                next: "set CHATFLEET_STORE instead, or keep the password in PGPASSFILE or a service file")
        }
        return .postgres(conninfo: text)
    }

    /// `sqlite:${XDG_DATA_HOME:-~/.local/share}/chatfleet/fleet.db`.
    public static func standard(environment: [String: String]) -> StoreLocation {
        .sqlite(path: UserFolders.data.path(environment: environment) + "/fleet.db")
    }

    /// `host=db.example port=5432 dbname=fleet user=oncall`: what names the server, nothing secret.
    static func display(conninfo: String) -> String {
        guard let options = PQconninfoParse(conninfo, nil) else { return "postgres" }
        defer { PQconninfoFree(options) }
        let shown = ["service", "host", "hostaddr", "port", "dbname", "user"].compactMap { name in
            optionValue(options, name).map { "\(name)=\($0)" }
        }
        return shown.isEmpty ? "postgres" : shown.joined(separator: " ")
    }

    /// What a conninfo or URL says about one of libpq's options.
    static func option(_ name: String, of conninfo: String) -> String? {
        guard let options = PQconninfoParse(conninfo, nil) else { return nil }
        defer { PQconninfoFree(options) }
        return optionValue(options, name)
    }

    private static func expandedHome(_ path: String) -> String {
        guard path == "~" || path.hasPrefix("~/"), let home = getenv("HOME") else { return path }
        return String(cString: home) + path.dropFirst()
    }
}

/// The value of a libpq option; nil when it is not set or empty.
func optionValue(_ options: UnsafeMutablePointer<PQconninfoOption>, _ name: String) -> String? {
    var option = options
    while let keyword = option.pointee.keyword {
        if String(cString: keyword) == name {
            guard let value = option.pointee.val, value.pointee != 0 else { return nil }
            return String(cString: value)
        }
        option += 1
    }
    return nil
}
