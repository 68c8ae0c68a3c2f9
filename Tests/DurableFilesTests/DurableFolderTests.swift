import DurableFiles
import FleetCore
import Foundation
import Glibc
import TestSupport
import Testing

@Suite struct DurableFolderTests {
    @Test func `a file is made once, with its folders, and read whole`() throws {
        let place = try TemporaryFolder()
        let folder = DurableFolder(place.file("a/b"))
        #expect(try folder.names() == [])
        #expect(try folder.read("v1/x.json") == nil)
        #expect(try folder.createIfAbsent("v1/x.json", [1, 2]))
        #expect(try !folder.createIfAbsent("v1/x.json", [3]))
        #expect(try folder.read("v1/x.json") == [1, 2])
        #expect(try folder.names() == ["v1"])
        #expect(try DurableFolder(place.file("a/b/v1")).names() == ["x.json"])
    }

    @Test func `of many that make the same file one is told that it did`() throws {
        let place = try TemporaryFolder()
        let folder = DurableFolder(place.path)
        for round in 0..<20 {
            let made = try inThreads(8) { thread in try folder.createIfAbsent("f\(round)", [UInt8(thread)]) ? [thread] : [] }
            #expect(made.joined().count == 1)
            #expect(try folder.read("f\(round)") == made.joined().map { UInt8($0) })
        }
    }

    @Test func `updates at the same time are made one after the other`() throws {
        let place = try TemporaryFolder()
        let folder = DurableFolder(place.path, mode: 0o600)
        _ = try inThreads(8) { _ in
            for _ in 0..<25 {
                try folder.update("count") { current in
                    Array(String((Int(String(decoding: current ?? [], as: UTF8.self)) ?? 0) + 1).utf8)
                }
            }
        }
        #expect(try folder.read("count") == Array("200".utf8))
        #expect(try !folder.update("count") { _ in nil })
        #expect(try folder.names() == [".count.lock", "count"])
        let mode = try FileManager.default.attributesOfItem(atPath: place.file("count"))[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test func `the wait for another process's lock ends when the user wants to stop`() throws {
        let place = try TemporaryFolder()
        let holder = open(place.file(".count.lock"), O_RDWR | O_CREAT, 0o600)
        defer { close(holder) }
        try #require(flock(holder, LOCK_EX | LOCK_NB) == 0)
        let stop = StopRequest()
        stop.set()
        do {
            try DurableFolder(place.path, stop: stop).update("count") { _ in [1] }
            Issue.record("it was updated")
        } catch let error as ToolError {
            #expect(error.exitCode == .interrupted && error.place == place.file(".count.lock"))
        }
        #expect(try DurableFolder(place.path).read("count") == nil)
    }

    @Test func `what can't be read or written is said with its place`() throws {
        let place = try TemporaryFolder()
        _ = try place.write("file", "x")
        let folder = DurableFolder(place.file("file"))
        #expect(throws: ToolError.self) { _ = try folder.createIfAbsent("a", []) }
        #expect(try folder.read("a") == nil)
        do throws(ToolError) {
            _ = try DurableFolder(place.path).read("file", bytesMax: 0)
        } catch {
            #expect(error.exitCode == .badInput)
            #expect(error.place == place.file("file"))
        }
    }

    /// A pipe would be waited for, and so would every command that looks there.
    @Test(.timeLimit(.minutes(1))) func `what is no plain file is not read`() throws {
        let place = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: place.file("folder"), withIntermediateDirectories: true)
        try #require(mkfifo(place.file("pipe"), 0o600) == 0)
        for name in ["pipe", "folder"] {
            do throws(ToolError) {
                _ = try DurableFolder(place.path).read(name)
                Issue.record("\(name) was read")
            } catch {
                #expect(error.exitCode == .badInput && error.what == "this is no plain file, and was not read")
                #expect(error.place == place.file(name))
            }
        }
        // What is replaced is read first.
        #expect(throws: ToolError.self) { try DurableFolder(place.path).update("pipe") { _ in [1] } }
    }

    @Test func `a file of the caller's own is replaced whole, and nothing else is left`() throws {
        let place = try TemporaryFolder()
        let folder = DurableFolder(place.path)
        try folder.replace("a.html", [1])
        try folder.replace("a.html", [2, 3])
        #expect(try folder.read("a.html") == [2, 3])
        #expect(try folder.names() == ["a.html"])
        // A link stays a link, and who may read the file stays as it was.
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: place.file("a.html"))
        try FileManager.default.createSymbolicLink(atPath: place.file("link"), withDestinationPath: place.file("a.html"))
        try folder.replace("link", [4])
        #expect(try folder.read("a.html") == [4])
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: place.file("link")) == place.file("a.html"))
        let mode = try FileManager.default.attributesOfItem(atPath: place.file("a.html"))[.posixPermissions] as? Int
        #expect(mode == 0o640)
    }

    @Test func `what is no plain file is not replaced, and no folder is made`() throws {
        let place = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: place.file("folder"), withIntermediateDirectories: true)
        #expect(throws: ToolError.self) { try DurableFolder(place.path).replace("folder", [1]) }
        // Root could rename over it, and then nothing on the machine had a /dev/null.
        #expect(throws: ToolError.self) { try DurableFolder("/dev").replace("null", [1]) }
        #expect(throws: ToolError.self) { try DurableFolder(place.file("gone")).replace("a", [1]) }
        #expect(try DurableFolder(place.path).names() == ["folder"])
    }
}
