import Foundation

/// The files of this package, as the tidy tests read them.
enum Repository {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    struct File {
        /// Relative to the top level: `Sources/FleetCore/Day.swift`.
        let path: String
        let text: String
        var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }
        /// The second part of the path: the module of a file in Sources, the target of one in Tests.
        var module: String { String(path.split(separator: "/")[1]) }
    }

    static func read(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    /// Names at the top level that git would keep.
    static func topLevel() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: root.path)
    }

    static func directories(in path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(
            at: root.appendingPathComponent(path), includingPropertiesForKeys: [.isDirectoryKey]
        ).filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true }.map(\.lastPathComponent).sorted()
    }

    static func files(in path: String, withExtension ending: String) throws -> [File] {
        let start = root.appendingPathComponent(path)
        let names = FileManager.default.enumerator(atPath: start.path)?.compactMap { $0 as? String } ?? []
        return try names.filter { $0.hasSuffix("." + ending) }.sorted().map { name in
            File(path: "\(path)/\(name)", text: try read("\(path)/\(name)"))
        }
    }

    static func swiftSources() throws -> [File] { try files(in: "Sources", withExtension: "swift") }
}

extension Repository.File {
    /// The code alone: comments and the contents of string literals blanked, so that a rule looks at neither.
    var code: [String] {
        var isInBlock = false
        return lines.map { line in
            var kept = ""
            var isInString = false
            var skip = false
            for (index, character) in line.enumerated() {
                if skip { skip = false; continue }
                let next = line.dropFirst(index + 1).first
                if isInBlock {
                    if character == "*" && next == "/" { isInBlock = false; skip = true }
                } else if isInString {
                    if character == "\\" { skip = true } else if character == "\"" { isInString = false }
                } else if character == "\"" {
                    isInString = true
                } else if character == "/" && next == "/" {
                    break
                } else if character == "/" && next == "*" {
                    isInBlock = true
                } else {
                    kept.append(character)
                }
            }
            return kept
        }
    }
}
