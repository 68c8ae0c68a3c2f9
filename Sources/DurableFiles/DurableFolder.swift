public import FleetCore
import Glibc

/// A folder whose files appear whole or not at all, whatever happens to the process or the machine: what others read from
/// it is never half written, and what a call said is done is on the disk.
///
/// ```swift
/// let folder = DurableFolder("/srv/www/flags")
/// try folder.createIfAbsent("v44/android.json", bytes)                  // false: somebody else was first
/// try folder.update("latest.json") { $0 == seen ? new : nil }           // compare and swap
/// ```
/// All calls throw ``ToolError``; a full disk is one that says so.
public struct DurableFolder: Sendable {
    public let path: String
    /// Of the files that are made here.
    public let mode: UInt32
    private let stop: StopRequest?

    /// The folder is made by the first write.
    /// - Parameter stop: ends the wait for another process that updates a file.
    public init(_ path: String, mode: UInt32 = 0o644, stop: StopRequest? = nil) {
        self.path = path
        self.mode = mode
        self.stop = stop
    }

    private func place(_ name: String) -> String { "\(path)/\(name)" }

    // MARK: Reading

    /// The whole file; nil where there is none. What is no plain file is refused: a pipe would be waited for without end.
    public func read(_ name: String, bytesMax: Int = 64 << 20) throws(ToolError) -> [UInt8]? {
        let place = place(name)
        // A pipe is opened at once, and not when somebody writes to it.
        let descriptor = retrying { open(place, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw failure("can't be read", place)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure("can't be read", place) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw ToolError(
                .badInput, "this is no plain file, and was not read", at: place,
                next: "see what it is; with it out of the way, run the command again")
        }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = retrying { Glibc.read(descriptor, &buffer, buffer.count) }
            guard count >= 0 else { throw failure("can't be read", place) }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
            guard bytes.count <= bytesMax else {
                throw ToolError(.badInput, "the file is longer than \(bytesMax) bytes, and was not read further", at: place)
            }
        }
    }

    /// Names of files and folders, sorted by bytes; none where the folder is not there.
    public func names() throws(ToolError) -> [String] {
        guard let directory = opendir(path) else {
            if errno == ENOENT { return [] }
            throw failure("can't be read", path)
        }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted(by: utf8Less)
    }

    // MARK: Writing

    /// Makes the file, and the folders it is in, unless there is one of that name: then false, and nothing is changed.
    public func createIfAbsent(_ name: String, _ bytes: [UInt8]) throws(ToolError) -> Bool {
        let place = place(name)
        try makeFolders(of: place)
        let part = try writePart(bytes)
        defer { unlink(part) }
        guard link(part, place) == 0 else {
            if errno == EEXIST { return false }
            throw failure("can't be made (a file system with hard links is needed)", place)
        }
        try synchroniseFolder(of: place)
        return true
    }

    /// Replaces the file by what `change` makes of it; nil leaves it as it is. Others that update it, in this process or
    /// in another, wait meanwhile; readers see the old bytes or the new ones. Returns whether it was replaced.
    @discardableResult
    public func update(_ name: String, _ change: (_ current: [UInt8]?) throws -> [UInt8]?) throws -> Bool {
        let place = place(name)
        try makeFolders(of: place)
        let lock = try FileLock(self.place(".\(name).lock"), mode: mode, stop: stop)
        defer { lock.release() }
        try removeAbandonedParts()
        guard let bytes = try change(try read(name)) else { return false }
        let part = try writePart(bytes)
        guard rename(part, place) == 0 else {
            let failure = failure("can't be replaced", place)
            unlink(part)
            throw failure
        }
        try synchroniseFolder(of: place)
        return true
    }

    /// Makes or replaces a file that is nobody's but the caller's: no lock is left beside it, its folder must be there, and
    /// who may read it follows from the umask, or stays as it was. What is no plain file (a device, a folder) is refused.
    public func replace(_ name: String, _ bytes: [UInt8]) throws(ToolError) {
        var place = place(name)
        var status = stat()
        // A link stays, and what it leads to is replaced.
        if let real = realpath(place, nil) {
            place = String(cString: real)
            free(real)
        }
        let isThere = stat(place, &status) == 0
        guard !isThere || status.st_mode & S_IFMT == S_IFREG else {
            throw ToolError(.badInput, "this is no plain file, and was left as it is", at: place, next: "name another file")
        }
        let folder = DurableFolder(place.lastIndex(of: "/").map { String(place[..<$0]) } ?? ".", mode: mode)
        let part = try folder.writePart(bytes, permissions: isThere ? status.st_mode & 0o777 : nil)
        guard rename(part, place) == 0 else {
            let failure = failure("can't be replaced", place)
            unlink(part)
            throw failure
        }
        try folder.synchroniseFolder(of: place)
    }

    /// Throws where nothing could be written now, as an update would; makes the folder.
    public func checkWritable() throws(ToolError) {
        try makeFolders(of: place("x"))
        unlink(try writePart([0x0A]))
    }

    /// A file of its own with these bytes, on the disk.
    private func writePart(_ bytes: [UInt8]) throws(ToolError) -> String {
        // Readable by those whom the folder is for, whatever the umask of whom publishes.
        try writePart(bytes, permissions: mode)
    }

    /// `permissions`: nil as the umask has it.
    private func writePart(_ bytes: [UInt8], permissions: UInt32?) throws(ToolError) -> String {
        let part = place(".part-\(getpid())-\(UInt64.random(in: 0...UInt64.max))")
        let descriptor = retrying { open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions ?? 0o666) }
        guard descriptor >= 0 else { throw failure("can't be written", path) }
        if let permissions { fchmod(descriptor, permissions) }
        var isWritten = bytes.withUnsafeBytes { writeAll($0, to: descriptor) }
        isWritten = isWritten && fsync(descriptor) == 0
        let reason = errno
        guard close(descriptor) == 0, isWritten else {
            unlink(part)
            errno = reason
            throw failure("can't be written", path)
        }
        return part
    }

    /// What processes left behind that were killed while they wrote; an hour old, so that nobody writes it still.
    private func removeAbandonedParts() throws(ToolError) {
        for name in try names() where name.hasPrefix(".part-") {
            var status = stat()
            if stat(place(name), &status) == 0, status.st_mtim.tv_sec < time(nil) - 3600 { unlink(place(name)) }
        }
    }

    private func makeFolders(of place: String) throws(ToolError) {
        guard let slash = place.lastIndex(of: "/"), slash != place.startIndex else { return }
        let folder = String(place[..<slash])
        // Folders of what only its owner may read are for its owner only, too.
        let folderMode = mode | (mode >> 2 & 0o111)
        if mkdir(folder, folderMode) == 0 {
            // As with files, whatever the umask; what the folder inherited, such as its group, stays.
            var status = stat()
            if stat(folder, &status) == 0 { chmod(folder, status.st_mode & 0o7777 | folderMode) }
            try synchroniseFolder(of: folder)
        } else if errno == ENOENT {
            try makeFolders(of: folder)
            try makeFolders(of: place)
        } else if errno != EEXIST {
            throw failure("can't be made", folder)
        }
    }

    /// A new name in a folder lasts once the folder itself is on the disk.
    private func synchroniseFolder(of place: String) throws(ToolError) {
        let folder = place.lastIndex(of: "/").map { String(place[..<$0]) } ?? "."
        let descriptor = retrying { open(folder.isEmpty ? "/" : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard descriptor >= 0 else { throw failure("can't be written", folder) }
        defer { close(descriptor) }
        // Some network file systems don't synchronise folders, and need not.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw failure("can't be written", folder) }
    }

    private func failure(_ what: String, _ place: String) -> ToolError {
        let reason = errno
        let text = String(cString: strerror(reason))
        let words = text.prefix(1).lowercased() + text.dropFirst()
        let isFull = reason == ENOSPC || reason == EDQUOT || reason == EFBIG
        return ToolError(
            .failure, "the file \(what): \(words)", at: place,
            next: isFull ? "make room, then run the command again" : "see that the folder exists and may be written")
    }
}

/// One at a time, over processes: `flock` on a file that stays. Let go by the kernel when its process ends.
struct FileLock {
    private let descriptor: Int32
    private static let waitSeconds = 30

    init(_ path: String, mode: UInt32, stop: StopRequest?) throws(ToolError) {
        // Another user may have made it: to lock it, reading is enough, but for NFS.
        var opened: Int32 = -1
        for flags in [O_RDWR, O_RDONLY, O_RDWR | O_CREAT] where opened < 0 {
            opened = retrying { open(path, flags | O_CLOEXEC, mode) }
            // Its maker's umask must not keep the others from it.
            if opened >= 0, flags & O_CREAT != 0 { fchmod(opened, mode) }
            if opened < 0, errno != ENOENT, errno != EACCES { break }
        }
        descriptor = opened
        guard descriptor >= 0 else {
            throw ToolError(.failure, "the lock can't be made: \(String(cString: strerror(errno)))", at: path)
        }
        let end = ContinuousClock.now + .seconds(FileLock.waitSeconds)
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            if stop?.isSet == true {
                close(descriptor)
                throw ToolError(.interrupted, "interrupted while another process holds the lock; nothing was replaced", at: path)
            }
            guard errno == EWOULDBLOCK || errno == EINTR, ContinuousClock.now < end else {
                close(descriptor)
                throw ToolError(.unavailable, "another process has held the lock for \(FileLock.waitSeconds) s", at: path)
            }
            usleep(2_000)
        }
    }

    func release() { close(descriptor) }
}

/// Calls again what a signal broke off.
private func retrying<Result: BinaryInteger>(_ call: () -> Result) -> Result {
    while true {
        let result = call()
        if result >= 0 || errno != EINTR { return result }
    }
}

private func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
        let count = retrying { Glibc.write(descriptor, rest.baseAddress, rest.count) }
        guard count >= 0 else { return false }
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
    }
    return true
}
