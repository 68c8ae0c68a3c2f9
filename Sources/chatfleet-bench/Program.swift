import FleetCore
import Glibc

/// What a finished program took.
struct Finished {
    let seconds: Double
    /// Of the processor, the program's own; a server that it asks is not in it.
    let processorSeconds: Double
    let peakBytes: Int
}

/// Programs that are measured from start to end, start-up included.
enum Program {
    /// Runs a program to its end, its standard output going to `output`; throws when it ends with another code than
    /// `expecting`.
    @discardableResult
    static func run(_ arguments: [String], output: String = "/dev/null", expecting: Int32 = 0) throws -> Finished {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        var argv: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        defer { for argument in argv { free(argument) } }
        var pid = pid_t()
        let begun = ContinuousClock.now
        let failure = posix_spawnp(&pid, arguments[0], &actions, nil, &argv, environ)
        guard failure == 0 else {
            throw ToolError(.failure, "\(arguments[0]) can't be started: \(String(cString: strerror(failure)))")
        }
        var status: Int32 = 0
        var usage = rusage()
        while wait4(pid, &status, 0, &usage) < 0 && errno == EINTR {}
        let took = ContinuousClock.now - begun
        let code = status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
        guard code == expecting else {
            throw ToolError(.failure, "\(arguments.joined(separator: " ")) ended with exit code \(code)")
        }
        return Finished(
            seconds: took.inSeconds, processorSeconds: usage.ru_utime.inSeconds + usage.ru_stime.inSeconds,
            peakBytes: usage.ru_maxrss * 1024)
    }
}

extension Duration {
    var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}

extension timeval {
    fileprivate var inSeconds: Double { Double(tv_sec) + Double(tv_usec) / 1e6 }
}

/// A file that is written once, front to back.
final class OutputFile {
    private let descriptor: Int32

    init(_ path: String) throws {
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        guard descriptor >= 0 else { throw ToolError(.failure, "can't be written", at: path) }
    }

    deinit { close(descriptor) }

    func write(_ bytes: [UInt8]) throws {
        var done = 0
        while done < bytes.count {
            let written = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress.map { $0 + done }, bytes.count - done) }
            guard written > 0 || errno == EINTR else {
                throw ToolError(.failure, "write failed: \(String(cString: strerror(errno)))")
            }
            done += max(0, written)
        }
    }
}

/// Line feeds in a file.
func countLines(_ path: String) throws -> Int {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { throw ToolError(.failure, "can't be read", at: path) }
    defer { close(descriptor) }
    var chunk = [UInt8](repeating: 0, count: 1 << 18)
    var lines = 0
    while true {
        let got = read(descriptor, &chunk, chunk.count)
        guard got > 0 else { return lines }
        lines += chunk.prefix(got).count { $0 == UInt8(ascii: "\n") }
    }
}

func remove(_ path: String) { unlink(path) }

/// A small file.
func readText(_ path: String) throws -> String {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { throw ToolError(.failure, "can't be read", at: path) }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let got = read(descriptor, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, got)), as: UTF8.self)
}
