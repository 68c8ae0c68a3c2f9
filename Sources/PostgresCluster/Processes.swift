import Foundation

/// Does the process run? A zombie does not.
func isAlive(_ pid: pid_t) -> Bool {
    guard let stat = processStat(pid) else { return false }
    return stat.state != "Z" && stat.state != "X"
}

func childPIDs(of parent: pid_t) -> [pid_t] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { pid_t($0) }.filter { processStat($0)?.parent == parent }
}

/// `/proc/PID/stat` is `PID (name) S parent …`, and the name may hold anything: what counts starts after the last `)`.
private func processStat(_ pid: pid_t) -> (state: Substring, parent: pid_t)? {
    guard let text = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8), let end = text.lastIndex(of: ")") else {
        return nil
    }
    let fields = text[text.index(after: end)...].split(separator: " ")
    guard fields.count > 1, let parent = pid_t(fields[1]) else { return nil }
    return (fields[0], parent)
}
