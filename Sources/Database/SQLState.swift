/// Sorts SQLSTATE codes by what to do about them. A deadlock taken for permanent loses data; a type error taken for
/// transient is retried for ever. Codes: https://www.postgresql.org/docs/current/errcodes-appendix.html
enum SQLState {
    static func kind(_ code: String) -> DatabaseError.Kind {
        switch code {
        case "40001", "40P01", "55P03", "58030": return .transient
        case "23502", "23514", "42804": return .data
        // A row too large for a page or an index entry.
        case "54000": return .data
        // The binary form we sent is not the column's: our mistake, not the row's.
        case "22P03": return .internal
        case "3D000", "3F000", "42P01", "42501": return .configuration
        default: break
        }
        switch code.prefix(2) {
        case "08", "25", "53", "57": return .transient
        case "22": return .data
        case "28": return .configuration
        case "23": return .constraint
        default: return .internal
        }
    }

    static let uniqueViolation = "23505"
    static let notNullViolation = "23502"
    static let checkViolation = "23514"
    static let foreignKeyViolation = "23503"
    static let datatypeMismatch = "42804"
    static let failedTransaction = "25P02"
    static let readOnly = "25006"
    static let queryCanceled = "57014"
    static let diskFull = "53100"
    static let outOfMemory = "53200"
    static let lockNotAvailable = "55P03"
    static let ioError = "58030"
    static let undefinedTable = "42P01"
    static let numberOutOfRange = "22003"
    static let badCharacter = "22021"
    static let tooLarge = "54000"
    static let dataCorrupted = "XX001"
    static let syntaxError = "42601"
}
