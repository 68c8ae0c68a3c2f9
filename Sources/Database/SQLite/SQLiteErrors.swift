import CSQLite
import Glibc

/// A SQLite result code as an error, with the words that help whoever reads it at night. Codes:
/// https://www.sqlite.org/rescode.html
func sqliteError(_ handle: OpaquePointer?, _ code: Int32, path: String, sql: String?) -> DatabaseError {
    let systemError = errno
    let said = handle.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) } ?? String(cString: sqlite3_errstr(code))
    func error(_ kind: DatabaseError.Kind, _ state: String?, _ message: String, next: String? = nil) -> DatabaseError {
        DatabaseError(kind, message, sqlState: state, in: sql, next: next)
    }
    func full() -> DatabaseError {
        error(
            .transient, SQLState.diskFull, "the disk is full: \(path) can't grow; what was committed is safe",
            next: "make room, then run the command again")
    }
    switch code & 0xff {
    case SQLITE_BUSY, SQLITE_LOCKED:
        return error(
            .transient, SQLState.lockNotAvailable, "another process is writing to the store \(path) and did not finish in time",
            next: "wait for the other chatfleet to finish, then run the command again")
    case SQLITE_FULL: return full()
    case SQLITE_IOERR where isOutOfRoom(handle, systemError): return full()
    case SQLITE_READONLY:
        return error(
            .configuration, "42501", "the store \(path) is read-only for this user",
            next: "check the permissions of the file and of its directory")
    case SQLITE_PERM, SQLITE_AUTH:
        return error(.configuration, "42501", "no permission to use the store \(path)")
    case SQLITE_CANTOPEN:
        return error(
            .configuration, nil, "can't open the store \(path): \(said)",
            next: "check that its directory exists and that this user may read and write it")
    case SQLITE_NOTADB:
        return error(
            .configuration, nil, "\(path) is not a SQLite database", next: "name another file with --store sqlite:PATH")
    case SQLITE_CORRUPT:
        return error(
            .internal, SQLState.dataCorrupted, "the store \(path) is damaged: \(said)",
            next: "keep a copy of the file, then ingest the reports into a new store")
    case SQLITE_IOERR:
        return error(.transient, SQLState.ioError, "reading or writing \(path) failed: \(said)\(systemReason(handle))")
    case SQLITE_NOMEM:
        return error(.transient, SQLState.outOfMemory, "out of memory while using the store \(path)")
    case SQLITE_INTERRUPT:
        return interrupted(sql ?? "")
    case SQLITE_TOOBIG:
        return error(.data, SQLState.tooLarge, "a value is too large for the store")
    case SQLITE_MISMATCH:
        return error(.data, SQLState.datatypeMismatch, "a value does not fit its column: \(said)")
    case SQLITE_CONSTRAINT:
        let state = constraintState(code)
        return error(SQLState.kind(state), state, "the store refused a row: \(said)")
    case SQLITE_ERROR where said.hasPrefix("no such table"):
        return error(.configuration, SQLState.undefinedTable, "the store \(path) lacks a table: \(said)")
    case SQLITE_ERROR where said == "integer overflow":
        return error(.data, SQLState.numberOutOfRange, "a sum is out of range: \(said)")
    default:
        return error(.internal, nil, "SQLite refused the statement: \(said)")
    }
}

/// A quota and a limit on the size of files come as I/O errors; SQLite knows only of the disk. Of a failed COMMIT it
/// keeps no system error, so `errno` is asked as well.
private func isOutOfRoom(_ handle: OpaquePointer?, _ systemError: Int32) -> Bool {
    let codes = [systemError, handle.map { sqlite3_system_errno($0) } ?? 0]
    return codes.contains { [ENOSPC, EDQUOT, EFBIG].contains($0) }
}

private func systemReason(_ handle: OpaquePointer?) -> String {
    guard let handle, case let code = sqlite3_system_errno(handle), code != 0 else { return "" }
    return " (\(String(cString: strerror(code))))"
}

private func constraintState(_ code: Int32) -> String {
    // Extended codes are macros with arithmetic, which Swift does not import.
    switch code >> 8 {
    case 1: SQLState.checkViolation
    case 3: SQLState.foreignKeyViolation
    case 5: SQLState.notNullViolation
    case 12: SQLState.datatypeMismatch  // SQLITE_CONSTRAINT_DATATYPE: strict tables
    default: SQLState.uniqueViolation
    }
}
