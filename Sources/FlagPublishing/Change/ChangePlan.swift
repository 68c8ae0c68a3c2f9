public import FleetCore

/// A change that is about to be published: the documents of all platforms, not numbered yet.
public struct ChangePlan: Sendable {
    public let kind: PublishedChange.Kind
    public let base: PublishedState
    /// In byte order of the platforms; `version` is still what it was.
    public let documents: [FlagDocumentFile]
    /// Kills that this change lifts on purpose.
    public let liftedKills: Set<String>
    /// What whoever decides should know, such as kills that were kept.
    public let notes: [String]

    init(
        _ kind: PublishedChange.Kind, over base: PublishedState, _ documents: [FlagDocumentFile], liftedKills: Set<String> = [],
        notes: [String] = []
    ) {
        self.kind = kind
        self.base = base
        self.documents = documents.sorted { utf8Less($0.platform, $1.platform) }
        self.liftedKills = liftedKills
        self.notes = notes
    }

    /// The platforms whose document changes in more than its number.
    public var changedPlatforms: [String] {
        documents.filter { base.document($0.platform)?.bytes != $0.bytes }.map(\.platform)
    }

    /// The documents as version `number`.
    public func numbered(_ number: Int64) throws(ToolError) -> [FlagDocumentFile] {
        var numbered: [FlagDocumentFile] = []
        for document in documents {
            var edit = try DocumentEdit(document.bytes, file: "\(document.platform).json")
            try edit.setVersion(number)
            numbered.append(FlagDocumentFile(platform: document.platform, bytes: edit.bytes))
        }
        return numbered
    }

    /// The same with kills that the store knows of and the place does not, because it was put back or made anew: only
    /// `flags unkill` lifts a kill.
    /// - Parameter kills: by platform.
    public func keeping(_ kills: [String: [String]]) throws(ToolError) -> ChangePlan {
        var kept: [FlagDocumentFile] = []
        var added: [String] = []
        for document in documents {
            var edit = try DocumentEdit(document.bytes, file: "\(document.platform).json")
            for name in kills[document.platform] ?? [] where !edit.kills.contains(name) && !liftedKills.contains(name) {
                try edit.setKill(name, true)
                added.append("\(document.platform): \(name) stays killed, which the store knows and the place forgot")
            }
            kept.append(FlagDocumentFile(platform: document.platform, bytes: edit.bytes))
        }
        return ChangePlan(kind, over: base, kept, liftedKills: liftedKills, notes: notes + added)
    }

    // MARK: Documents from outside

    /// Documents that somebody edited. Platforms without one keep theirs.
    /// - Parameter base: the version they were made from; nil: the one that they name.
    /// - Throws: ``StaleBase``; `ToolError`.
    public static func publishing(_ documents: [FlagDocumentFile], base: Int64?, over state: PublishedState) throws -> ChangePlan
    {
        var edited: [FlagDocumentFile] = []
        var named: Set<Int64> = []
        for document in documents {
            var edit = try DocumentEdit(document.bytes, file: "\(document.platform).json")
            guard let version = edit.version else {
                throw ToolError(.badInput, "the document has no whole number as its version", at: "\(document.platform).json")
            }
            named.insert(version)
            // Compared, and published where nothing else differs, as the bytes that are current.
            if state.version > 0 { try edit.setVersion(state.version) }
            edited.append(FlagDocumentFile(platform: document.platform, bytes: edit.bytes))
        }
        if state.version > 0 {
            guard let base = base ?? (named.count == 1 ? named.first : nil) else {
                throw ToolError(
                    .badInput,
                    "the documents name different versions, \(named.sorted().map(String.init).joined(separator: ", "))",
                    next: "name the version that they were made from with --base")
            }
            guard base == state.version else { throw StaleBase(base: base, current: state.version) }
        }
        try refuseDroppedKills(edited, over: state)
        let kept = state.documents.filter { old in !edited.contains { $0.platform == old.platform } }
        return ChangePlan(.publish, over: state, edited + kept)
    }

    /// A document that was made before a kill, or from another one, must not lift it by the way.
    private static func refuseDroppedKills(_ documents: [FlagDocumentFile], over state: PublishedState) throws(ToolError) {
        for document in documents {
            let file = "\(document.platform).json"
            guard let current = state.document(document.platform) else { continue }
            let kept = try DocumentEdit(document.bytes, file: file).kills
            let dropped = try DocumentEdit(current.bytes, file: file).kills.filter { !kept.contains($0) }
            guard let first = dropped.first else { continue }
            throw ToolError(
                .badInput,
                "the document drops \(dropped.count == 1 ? "the kill" : "the kills") of \(dropped.joined(separator: ", "))",
                at: file,
                next: "keep it in the document; to lift it: chatfleet flags unkill \(first) --reason …")
        }
    }

    /// The documents of an older version, with the kills that are on now.
    public static func rollingBack(to old: [FlagDocumentFile], over state: PublishedState) throws(ToolError) -> ChangePlan {
        var documents: [FlagDocumentFile] = []
        var notes: [String] = []
        // The place was made anew: what is restored stands alone.
        if state.version == 0 { return ChangePlan(.rollback, over: state, old) }
        for current in state.documents {
            guard let restored = old.first(where: { $0.platform == current.platform }) else {
                documents.append(current)
                notes.append("\(current.platform) had no document then, and keeps the one it has")
                continue
            }
            var edit = try DocumentEdit(restored.bytes, file: "\(current.platform).json")
            try edit.setVersion(state.version)
            for name in try DocumentEdit(current.bytes, file: "\(current.platform).json").kills where !edit.kills.contains(name) {
                try edit.setKill(name, true)
                notes.append("\(current.platform): \(name) stays killed: only chatfleet flags unkill lifts a kill")
            }
            documents.append(FlagDocumentFile(platform: current.platform, bytes: edit.bytes))
        }
        return ChangePlan(.rollback, over: state, documents, notes: notes)
    }

    // MARK: One value

    /// - Parameter platform: nil: all.
    /// - Throws: ``NothingToChange``; `ToolError`: nothing published, no such platform or flag.
    public static func killing(_ name: String, on platform: String?, over state: PublishedState, forceUnknown: Bool) throws
        -> ChangePlan
    {
        let edits = try edits(of: state, on: platform)
        guard forceUnknown || edits.contains(where: { $0.edit.hasFlag(name) }) else {
            throw unknown(name, "no flag", among: edits.flatMap(\.edit.flags), orElse: "to kill it all the same: --force-unknown")
        }
        return try changing(.kill, edits, on: platform, over: state, "\(name) is killed already") { edit in
            guard !edit.kills.contains(name) else { return }
            try edit.setKill(name, true)
        }
    }

    public static func lifting(_ name: String, on platform: String?, over state: PublishedState) throws -> ChangePlan {
        let edits = try edits(of: state, on: platform)
        guard edits.contains(where: { $0.edit.kills.contains(name) }) else {
            throw unknown(name, "no kill", among: edits.flatMap(\.edit.kills), orElse: nil)
        }
        return try changing(.unkill, edits, on: platform, over: state, "\(name) is not killed there", lifted: [name]) { edit in
            guard edit.kills.contains(name) else { return }
            try edit.setKill(name, false)
        }
    }

    /// - Parameter percent: as it is to be written in the documents.
    public static func rollingOut(_ name: String, percent: String, on platform: String?, over state: PublishedState) throws
        -> ChangePlan
    {
        let edits = try edits(of: state, on: platform)
        let changed = edits.filter { platform == nil || $0.platform == platform }.map(\.edit)
        guard changed.contains(where: { $0.hasFlag(name) }) else {
            throw unknown(
                name, "no flag", among: changed.flatMap(\.flags), orElse: nil, place: platform.map { " on \($0)" } ?? "")
        }
        return try changing(.rollout, edits, on: platform, over: state, "\(name) is at \(percent) % already") { edit in
            guard edit.hasFlag(name) else { return }
            try edit.setRollout(name, percent: percent)
        }
    }

    private typealias PlatformEdit = (platform: String, edit: DocumentEdit)

    /// Of all platforms; one that is named must be among them.
    private static func edits(of state: PublishedState, on platform: String?) throws(ToolError) -> [PlatformEdit] {
        guard state.version > 0 else {
            throw ToolError(
                .badInput, "nothing was published yet", next: "publish documents first: chatfleet flags publish DIR --to …")
        }
        var edits: [PlatformEdit] = []
        for document in state.documents {
            edits.append((document.platform, try DocumentEdit(document.bytes, file: "\(document.platform).json")))
        }
        if let platform, !edits.contains(where: { $0.platform == platform }) {
            let known = edits.map(\.platform)
            throw ToolError(
                .badInput, "there is no document for \(platform)",
                next: closest(to: platform, among: known).map { "did you mean \($0)?" }
                    ?? "there are: \(known.joined(separator: ", "))")
        }
        return edits
    }

    private static func changing(
        _ kind: PublishedChange.Kind, _ edits: [PlatformEdit], on platform: String?, over state: PublishedState,
        _ nothing: String, lifted: Set<String> = [], _ change: (inout DocumentEdit) throws -> Void
    ) throws -> ChangePlan {
        var documents: [FlagDocumentFile] = []
        for (name, edit) in edits {
            var edit = edit
            if platform == nil || platform == name { try change(&edit) }
            documents.append(FlagDocumentFile(platform: name, bytes: edit.bytes))
        }
        let plan = ChangePlan(kind, over: state, documents, liftedKills: lifted)
        guard !plan.changedPlatforms.isEmpty else { throw NothingToChange(what: nothing) }
        return plan
    }

    private static func unknown(_ name: String, _ what: String, among known: [String], orElse: String?, place: String = "")
        -> ToolError
    {
        let nearest = closest(to: name, among: Array(Set(known)).sorted())
        let parts = [nearest.map { "did you mean \($0)?" }, orElse].compactMap { $0 }
        return ToolError(
            .badInput, "there is \(what) \(name)\(place)",
            next: parts.isEmpty ? "see chatfleet flags history" : parts.joined(separator: " "))
    }
}

/// The documents were made from a version that is no longer current.
public struct StaleBase: Error, Sendable, Equatable {
    public let base: Int64
    public let current: Int64
}

/// All is as it would be.
public struct NothingToChange: Error, Sendable, Equatable {
    public let what: String
}
