import CPostgres
import Glibc

/// Opens a connection within a time limit. Done step by step and not with `PQconnectdb`, because only so does a refused
/// log-in come with its SQLSTATE: a wrong password is a matter for the user, a server that starts up one for a retry.
/// Only a list of servers is left to libpq, which alone can go on to the next when one is silent.
///
/// `timeout` is used where neither the location nor PGCONNECT_TIMEOUT names one, in seconds.
func postgresConnect(_ conninfo: String, timeout: Int = 10) throws -> OpaquePointer {
    let address = StoreLocation.display(conninfo: conninfo)
    let namesSeveral = StoreLocation.option("host", of: conninfo)?.contains(",") == true
    // Our defaults stand before the location, which overrides them; the encoding stands after it.
    var settings: [(String, String)] = [
        ("fallback_application_name", "chatfleet"),
        ("keepalives_idle", "30"), ("keepalives_interval", "10"), ("keepalives_count", "3"), ("tcp_user_timeout", "60000"),
        ("dbname", conninfo),
        ("client_encoding", "UTF8"),
    ]
    if namesSeveral, getenv("PGCONNECT_TIMEOUT") == nil { settings.insert(("connect_timeout", String(timeout)), at: 0) }
    guard let connection = start(settings, namesSeveral ? PQconnectdbParams : PQconnectStartParams) else {
        throw DatabaseError(.transient, "out of memory while connecting to the store \(address)", sqlState: SQLState.outOfMemory)
    }
    do {
        PQsetErrorVerbosity(connection, PQERRORS_VERBOSE)
        try poll(connection, address, seconds: connectTimeout(connection) ?? timeout)
        PQsetErrorVerbosity(connection, PQERRORS_DEFAULT)
        return connection
    } catch {
        PQfinish(connection)
        throw error
    }
}

private typealias Connect = (
    UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<UnsafePointer<CChar>?>?, Int32
) -> OpaquePointer?

private func start(_ settings: [(String, String)], _ connect: Connect) -> OpaquePointer? {
    let names = settings.map { UnsafePointer(strdup($0.0)) } + [nil]
    let values = settings.map { UnsafePointer(strdup($0.1)) } + [nil]
    defer { for text in names + values { free(UnsafeMutablePointer(mutating: text)) } }
    return connect(names, values, 1)
}

private func connectTimeout(_ connection: OpaquePointer) -> Int? {
    guard let options = PQconninfo(connection) else { return nil }
    defer { PQconninfoFree(options) }
    guard let text = optionValue(options, "connect_timeout"), let seconds = Int(text), seconds > 0 else { return nil }
    return max(seconds, 2)
}

private func poll(_ connection: OpaquePointer, _ address: String, seconds: Int) throws {
    let deadline = ContinuousClock.now + .seconds(seconds)
    var state = PQstatus(connection) == CONNECTION_OK ? PGRES_POLLING_OK : PGRES_POLLING_WRITING
    while PQstatus(connection) != CONNECTION_BAD {
        switch state {
        case PGRES_POLLING_OK: return
        case PGRES_POLLING_FAILED: throw connectError(connection, address)
        default: break
        }
        var wanted = pollfd(
            fd: PQsocket(connection), events: Int16(state == PGRES_POLLING_READING ? POLLIN : POLLOUT), revents: 0)
        let left = (deadline - ContinuousClock.now) / .milliseconds(1)
        guard left > 0 else {
            throw DatabaseError(
                .transient, "the store did not answer within \(seconds) s: \(address)",
                next: "check that the server runs and that the network reaches it")
        }
        let ready = Glibc.poll(&wanted, 1, Int32(left.rounded(.up)))
        // Nothing yet, or a signal: look at the clock again.
        if ready > 0 { state = PQconnectPoll(connection) }
    }
    throw connectError(connection, address)
}

private func connectError(_ connection: OpaquePointer, _ address: String) -> DatabaseError {
    let raw = PQerrorMessage(connection).map { String(cString: $0) } ?? ""
    let (code, said) = parseVerbose(raw)
    let kind = code.map(SQLState.kind) ?? .transient
    switch code {
    case "28P01", "28000":
        return DatabaseError(
            .configuration, "the store refused the log-in: \(said)", sqlState: code,
            next: "check user and password (CHATFLEET_STORE, PGPASSFILE or a service file) and the server's pg_hba.conf")
    case "3D000":
        return DatabaseError(
            .configuration, "the server has no such database: \(said)", sqlState: code,
            next: "create it with createdb, or name another one")
    case nil:
        return DatabaseError(
            kind, "can't reach the store \(address): \(said)",
            next: "check that the server runs and that the network reaches it")
    default:
        return DatabaseError(kind, "can't connect to the store \(address): \(said)", sqlState: code)
    }
}

/// Takes `FATAL:  28P01: password authentication failed for user "x"` out of a verbose message, which goes on with a
/// LOCATION line. The severity word may be in any language.
private func parseVerbose(_ message: String) -> (code: String?, said: String) {
    let lines = message.split(whereSeparator: \.isNewline).map(String.init)
    for line in lines {
        let words = line.split(separator: " ", omittingEmptySubsequences: true)
        guard let at = words.firstIndex(where: { isState($0) }), at > 0 else { continue }
        return (String(words[at].dropLast()), words[(at + 1)...].joined(separator: " "))
    }
    return (nil, lines.map { $0.drop(while: \.isWhitespace) }.joined(separator: "; "))
}

/// `28P01:`: five characters and a colon.
private func isState(_ word: Substring) -> Bool {
    let bytes = Array(word.utf8)
    guard bytes.count == 6, bytes[5] == UInt8(ascii: ":") else { return false }
    return bytes.prefix(5).allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5a).contains($0) }
        && bytes.prefix(5).contains { (0x30...0x39).contains($0) }
}
