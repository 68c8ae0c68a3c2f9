public import FleetCore
import Glibc

/// Moves a file over another one, or to where none is, in one step: the place holds the old file or the new one, whatever
/// happens. (Foundation's `replaceItemAt` takes several steps on Linux, and loses the new file where the old one exists.)
public func moveFile(_ path: String, over place: String) throws(ToolError) {
    guard rename(path, place) == 0 else {
        let reason = String(cString: strerror(errno))
        throw ToolError(.failure, "the file can't be moved to its place: \(reason)", at: place, next: "it is at \(path)")
    }
}
