import Database
import FleetCore
import Foundation
import TestSupport
import Testing

/// The pictures of a report as files of their own, among them those that the README shows.
@Suite struct PictureTests {
    private static let shown = repositoryRoot + "/.pictures"

    @Test func `each picture is a file that stands alone`() throws {
        let store = try TestStore(.sqlite, smallIncident)
        let folder = try TemporaryFolder()
        let transcript = Transcript("report --pictures", folder.path, store: store)
        #expect(transcript.code == .success && transcript.output == "")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(
            names == [
                "adoption-by-the-greatest-version-of-the-day.svg", "crash-free-installs-by-day-android.svg",
                "failing-device-pairs-per-10-000-active-installs-android.svg",
                "installs-whose-oldest-message-waited-over-an-hour-android.svg",
            ])
        for name in names {
            let text = try String(contentsOfFile: folder.file(name), encoding: .utf8)
            #expect(text.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\"") && text.hasSuffix("</svg>\n"))
            for word in ["<script", "https:", "href=", "url(", "@import"] { #expect(!text.contains(word), "\(name): \(word)") }
            let elements = ElementNesting()
            #expect(elements.isClosed(text), "\(name)")
            let look = try Chromium.picture(folder.file(name), to: folder.file("p.png"), width: 780, height: 300, dark: false)
            #expect(look.console == [])
            #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("p.png"))).count > 8_000, "\(name)")
        }
    }

    @Test func `their folder is made, and a format that is asked for is printed beside them`() throws {
        let store = try TestStore(.sqlite, smallIncident)
        let folder = try TemporaryFolder()
        let place = folder.file("incident/pictures")
        let both = Transcript("report --pictures", place, "--format csv", store: store)
        #expect(both.code == .success && both.output == Transcript("report --format csv", store: store).output)
        #expect(try FileManager.default.contentsOfDirectory(atPath: place).count == 4)
        let empty = try TestStore.ofFleet(.sqlite)
        _ = try empty.open(fleetSchema(.sqlite))
        let none = Transcript("report --pictures", folder.file("none"), store: empty)
        #expect(none.code == .unknown && !FileManager.default.fileExists(atPath: folder.file("none")))
        let file = try folder.write("file", "kept")
        #expect(Transcript("report --pictures", file, store: store).code == .failure)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "kept")
    }

    /// `UPDATE_README=1` writes them anew.
    @Test func `the README's pictures are what the commands write on the demo's store`() throws {
        let home = try TemporaryFolder()
        #expect(Transcript("demo", environment: ["HOME": home.path]).code == .success)
        let store = ["CHATFLEET_STORE": "sqlite:\(home.path)/.local/share/chatfleet/demo.db"]
        #expect(Transcript("report --platform android --pictures", home.path, environment: store).code == .success)
        let readme = try String(contentsOfFile: repositoryRoot + "/README.md", encoding: .utf8)
        let linked = Set(readme.matches(of: /\]\(\.pictures\/([a-z0-9-]+\.svg)\)/).map { String($0.1) })
        let kept = Set((try? FileManager.default.contentsOfDirectory(atPath: PictureTests.shown)) ?? [])
        #expect(linked.isSubset(of: kept))
        for name in kept {
            let made = try String(contentsOfFile: home.file(name), encoding: .utf8)
            if ProcessInfo.processInfo.environment["UPDATE_README"] == "1" {
                try made.write(toFile: "\(PictureTests.shown)/\(name)", atomically: true, encoding: .utf8)
            }
            #expect(try String(contentsOfFile: "\(PictureTests.shown)/\(name)", encoding: .utf8) == made, "\(name)")
        }
    }
}

/// Is every element that is opened closed, in order?
private struct ElementNesting {
    func isClosed(_ text: String) -> Bool {
        var open: [Substring] = []
        for match in text.matches(of: /<(\/?)([a-z]+)[^<>]*?(\/?)>/) {
            if match.1 == "/" {
                guard open.popLast() == match.2 else { return false }
            } else if match.3.isEmpty {
                open.append(match.2)
            }
        }
        return open.isEmpty
    }
}
