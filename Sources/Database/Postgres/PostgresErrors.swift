import CPostgres

/// A failed result, or the lack of one, as an error. The server's DETAIL stays out: it repeats the values of rows.
func postgresError(_ connection: OpaquePointer, _ result: OpaquePointer?, sql: String) -> DatabaseError {
    func field(_ code: Int32) -> String? { PQresultErrorField(result, code).map { String(cString: $0) } }
    let code = field(diagnosticSQLState)
    let said = field(diagnosticMessage) ?? PQerrorMessage(connection).map { oneLine(String(cString: $0)) } ?? ""
    if PQstatus(connection) == CONNECTION_BAD {
        return DatabaseError(
            .transient, "the connection to the store was lost: \(said)", sqlState: code ?? "08006", in: sql,
            next: "run the command again when the server is back")
    }
    guard let code else { return DatabaseError(.internal, "Postgres gave no answer: \(said)", in: sql) }
    var error = DatabaseError(
        SQLState.kind(code), "\(words(code)): \(said)", sqlState: code, in: sql, next: nextStep(code))
    if error.kind == .data || error.kind == .constraint {
        error.copyRow = field(diagnosticContext).flatMap(copyRow)
    }
    return error
}

/// What went wrong, for whoever does not know the server's vocabulary.
private func words(_ code: String) -> String {
    switch code {
    case "40001", "40P01": return "the transaction lost against another one and may be tried again"
    case SQLState.lockNotAvailable: return "another process holds a lock for too long"
    case SQLState.diskFull: return "the server's disk is full"
    case "53300": return "the server has no connection left"
    case SQLState.readOnly: return "the server takes no writes (a standby, or a read-only database?)"
    case SQLState.queryCanceled: return "the server stopped the statement"
    case SQLState.undefinedTable: return "the store lacks a table"
    case "42501": return "this user may not do that in the store"
    case "3F000": return "the store has no schema to work in"
    case SQLState.ioError: return "the server can't read or write its files"
    case "XX001", "XX002": return "the server's files are damaged"
    case "26000": return "the server forgot a prepared statement (a pooler in transaction mode?)"
    default: break
    }
    switch code.prefix(2) {
    case "08": return "the connection to the store failed"
    case "22", "23", "54": return "the store refused a value"
    case "53": return "the server is out of resources"
    case "57": return "the server is stopping or starting"
    default: return "Postgres refused the statement"
    }
}

private func nextStep(_ code: String) -> String? {
    switch code {
    case SQLState.undefinedTable: "run chatfleet store migrate"
    case "42501": "grant the user what it needs, or name another one"
    case "53300": "run the command again later, or raise max_connections"
    case SQLState.diskFull: "make room on the server, then run the command again"
    case "3F000": "create the schema that search_path names"
    default: nil
    }
}

/// The number in `COPY t, line 3, column a`, from 0. The words between may be in any language.
private func copyRow(_ context: String) -> Int? {
    guard context.hasPrefix("COPY "), let comma = context.firstIndex(of: ",") else { return nil }
    let digits = context[comma...].drop { !$0.isASCII || !$0.isNumber }.prefix { $0.isASCII && $0.isNumber }
    return Int(digits).map { $0 - 1 }
}

private func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).map { $0.drop(while: \.isWhitespace) }.joined(separator: "; ")
}
