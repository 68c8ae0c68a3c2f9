public import FleetCore
import Foundation

/// Debian's Chromium without a window, for tests that look at a page as its reader does.
public enum Chromium {
    public struct Look: Sendable {
        /// The document after it was laid out, or nothing where a picture was asked for.
        public let output: String
        /// What the page's console was told.
        public let console: [String]
    }

    private static let places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]

    public static func path() throws(ToolError) -> String {
        guard let found = places.first(where: FileManager.default.isExecutableFile) else {
            throw ToolError(
                .unavailable, "there is no Chromium on this machine, and a test looks at pages with it",
                at: places.joined(separator: ", "), next: "run .ci/setup, or apt-get install chromium")
        }
        return found
    }

    /// The document of a page that lies in a file, once it has been laid out and its scripts have run.
    public static func document(_ path: String, width: Int = 1280, dark: Bool = false) throws -> Look {
        try run(["--dump-dom", "--hide-scrollbars", "--window-size=\(width),1000", "file://\(path)"], dark: dark)
    }

    /// A picture of a page, as PNG in a file.
    public static func picture(_ path: String, to picture: String, width: Int, height: Int, dark: Bool) throws -> Look {
        try run(
            ["--screenshot=\(picture)", "--hide-scrollbars", "--window-size=\(width),\(height)", "file://\(path)"], dark: dark)
    }

    private static func run(_ arguments: [String], dark: Bool) throws -> Look {
        let folder = try TemporaryFolder()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
        process.arguments =
            [
                "--kill-after=5", "90", try path(), "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                "--user-data-dir=\(folder.file("profile"))", "--enable-logging=stderr", "--host-resolver-rules=MAP * ~NOTFOUND",
                // 0 is dark in Blink's PreferredColorScheme, 1 is light.
                "--blink-settings=preferredColorScheme=\(dark ? 0 : 1)",
            ] + arguments
        process.environment = ["HOME": folder.path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TZ": "UTC"]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle(forWritingAtPath: try folder.write("output", ""))
        process.standardError = FileHandle(forWritingAtPath: try folder.write("errors", ""))
        try process.run()
        process.waitUntilExit()
        let errors = (try? String(contentsOfFile: folder.file("errors"), encoding: .utf8)) ?? ""
        guard process.terminationStatus == 0 else {
            throw ToolError(.failure, "Chromium ended with \(process.terminationStatus): \(errors.suffix(800))")
        }
        return Look(
            output: try String(contentsOfFile: folder.file("output"), encoding: .utf8),
            console: errors.split(separator: "\n").map(String.init).filter { $0.contains("CONSOLE") })
    }
}
