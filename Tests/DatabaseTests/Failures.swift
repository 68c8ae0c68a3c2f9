import Database
import Testing

/// The error that `body` must throw. A function and not `#expect(throws:)`, which can't stand inside another one.
@discardableResult
func failure<T>(sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> T) -> DatabaseError? {
    do {
        _ = try body()
        Issue.record("nothing was thrown", sourceLocation: sourceLocation)
    } catch let error as DatabaseError {
        return error
    } catch {
        Issue.record("another error: \(error)", sourceLocation: sourceLocation)
    }
    return nil
}

/// What a caller's own code throws in the middle of something.
struct Stop: Error {}

func expectStop<T>(sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> T) {
    do {
        _ = try body()
        Issue.record("nothing was thrown", sourceLocation: sourceLocation)
    } catch {
        #expect(error is Stop, sourceLocation: sourceLocation)
    }
}
