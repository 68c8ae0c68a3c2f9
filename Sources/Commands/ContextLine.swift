import FleetCore
import Reporting
import StrictJSON

/// A context as written: `{"install_id":…,"app_version":…,"platform":…}`, other members ignored.
struct ContextLine {
    /// Why a line is no context.
    struct Fault: Error {
        let words: String
    }

    /// Nil where it is null, absent, or no text: then there is none.
    private(set) var installID: String?
    private(set) var appVersion: String?
    private(set) var platform: String?
    /// The id as it was written, so that whoever reads the answers finds the line.
    private(set) var writtenInstallID = "null"

    private static let names = JSONNameTable(["install_id", "app_version", "platform"])

    init(_ bytes: Span<UInt8>) throws(Fault) {
        var scanner = JSONScanner()
        let isObject: Bool
        do throws(JSONError) {
            isObject = try scanner.kind(bytes) == .object
        } catch {
            throw Fault(words: error.reason == .truncated ? "an empty line" : "no JSON")
        }
        guard isObject else { throw Fault(words: "expected an object with install_id, app_version and platform") }
        do throws(JSONError) {
            try scanner.beginObject(bytes)
            while let name = try scanner.nextMember(bytes) {
                try scanner.claim(name, bytes)
                let isText = try scanner.kind(bytes) == .string
                let start = scanner.at
                let text = isText ? try scanner.string(bytes).string(in: bytes) : nil
                if !isText { try scanner.skipValue(bytes) }
                switch ContextLine.names.index(of: name) {
                case 0:
                    installID = text
                    writtenInstallID = Report.escapingTerminalControls(String(validUTF8: bytes.extracting(start..<scanner.at)))
                case 1: appVersion = text
                case 2: platform = text
                default: break
                }
            }
            try scanner.finish(bytes)
        } catch {
            throw Fault(words: "byte \(error.offset + 1): \(error.reason.meaning)")
        }
    }
}
