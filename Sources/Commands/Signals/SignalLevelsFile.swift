import FleetCore
import Health
import Incidents
import StrictJSON

/// A fleet's own levels:
///
/// ```json
/// { "signals": {
///     "fcm_quota": { "watch": "> 960000", "page": "> 1140000" },
///     "open_sockets": { "watch": "< 0.8 times usual" },
///     "prekey_stock_low": { "off": "our key service does not count it" } } }
/// ```
/// A level is written as in the header of a signal's file.
enum SignalLevelsFile {
    static func read(
        _ bytes: [UInt8], file: String, signals: [Signal]
    ) -> (settings: SignalSettings?, problems: [DocumentProblem]) {
        let (document, readProblems) = JSONDocument.read(bytes, file: file)
        guard let document, readProblems.isEmpty else { return (nil, readProblems) }
        let problems = DocumentProblems(document)
        var settings = SignalSettings()
        if let top = ObjectReader(document.root, problems, members: ["signals"]),
            let entries = top.object("signals", members: signals.map(\.name), .required)
        {
            for member in entries.members {
                guard let signal = signals.first(where: { $0.name == member.name }),
                    let entry = ObjectReader(member.value, problems, members: ["watch", "page", "off"])
                else { continue }
                var levels = SignalSettings.Levels()
                levels.watch = limit("watch", entry, signal, problems)
                levels.page = limit("page", entry, signal, problems)
                levels.off = off(entry, signal, problems)
                settings.levels[signal.name] = levels
                checkOrder(entry, signal, levels, problems)
            }
        }
        return problems.hasErrors ? (nil, problems.problems) : (settings, [])
    }

    /// Why a fleet does without a signal: whoever reads it at night can't ask.
    private static func off(_ entry: ObjectReader, _ signal: Signal, _ problems: DocumentProblems) -> String? {
        guard let node = entry.value("off"), let text = ObjectReader.string(node, problems) else { return nil }
        do throws(ToolError) {
            return try RecordOptions.words(text, "the reason")
        } catch {
            problems.report("signals.off", at: node.offset, "\(error.what): say why the fleet does without it")
            return nil
        }
    }

    /// A page begins where a watch has long begun, whichever of the two the fleet's file says.
    private static func checkOrder(
        _ entry: ObjectReader, _ signal: Signal, _ levels: SignalSettings.Levels, _ problems: DocumentProblems
    ) {
        guard let changed = entry.value("page") ?? entry.value("watch"), let watch = levels.watch ?? signal.watch,
            let page = levels.page ?? signal.page, page.isMilder(than: watch)
        else { return }
        problems.report(
            "signals.order", at: changed.offset,
            "\(signal.name) would page \(SignalText.limit(page, signal)) and watch \(SignalText.limit(watch, signal)): give "
                + "both, the page beyond the watch")
    }

    private static func limit(
        _ name: String, _ entry: ObjectReader, _ signal: Signal, _ problems: DocumentProblems
    ) -> SignalLimit? {
        guard let node = entry.value(name), let text = ObjectReader.string(node, problems) else { return nil }
        guard let limit = SignalLimit(text) else {
            problems.report(
                "signals.level", at: node.offset,
                "\"\(text.prefix(60))\" is no level",
                suggestion: "\"> 0.02\", \"< 0.7 times usual\" or \"burn > 6 over 6h and 30m\"")
            return nil
        }
        let usual = (signal.watch ?? signal.page)?.direction
        if let usual, limit.direction != usual {
            problems.report(
                "signals.direction", at: node.offset, "\(signal.name) is bad \(usual == .above ? "above" : "below") its level",
                suggestion: usual.rawValue)
            return nil
        }
        if case .burn = limit.bound, signal.target == nil {
            problems.report("signals.level", at: node.offset, "\(signal.name) has no target, and so no error budget")
            return nil
        }
        return limit
    }
}
