import FleetCore

/// Builds a document's tree with the scanner, one step of recursion a level, of which the scanner allows 64.
struct DocumentParser {
    private let problems: DocumentProblems
    private var scanner = JSONScanner()
    private var path = JSONPath()

    init(_ problems: DocumentProblems) { self.problems = problems }

    /// Nil where the grammar is broken.
    mutating func document(_ bytes: Span<UInt8>) -> JSONNode? {
        if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF {
            report(JSONError(.byteOrderMark, at: 0), bytes)
            scanner.move(to: 3)
        }
        do throws(JSONError) {
            let root = try value(bytes)
            // What follows the document is wrong, but the document is there to be checked.
            do throws(JSONError) { try scanner.finish(bytes) } catch { report(error, bytes) }
            return root
        } catch {
            report(error, bytes)
            return nil
        }
    }

    private func report(_ error: JSONError, _ bytes: Span<UInt8>) {
        problems.report(error.reason.rule, at: error.offset, path: path.text, error.explanation(in: bytes))
    }

    /// Throws what can't be read past.
    private func refuse(_ error: JSONError) throws(JSONError) {
        switch error.reason {
        case .invalidUTF8, .controlCharacter, .loneSurrogate, .numberOutOfRange: return
        default: throw error
        }
    }

    // MARK: Values

    private mutating func value(_ bytes: Span<UInt8>) throws(JSONError) -> JSONNode {
        let kind = try scanner.kind(bytes)
        let start = scanner.at
        var isDamaged = false
        let value: JSONNode.Value
        switch kind {
        case .object: value = .object(try members(bytes))
        case .array: value = .array(try elements(bytes))
        case .boolean: value = .boolean(try scanner.boolean(bytes))
        case .string: value = .string(try text(bytes, &isDamaged))
        case .number: value = .number(try numeral(bytes, &isDamaged))
        case .null:
            try scanner.null(bytes)
            value = .null
        }
        return JSONNode(value: value, range: start..<scanner.at, isDamaged: isDamaged)
    }

    private mutating func text(_ bytes: Span<UInt8>, _ isDamaged: inout Bool) throws(JSONError) -> String {
        do throws(JSONError) {
            return try scanner.string(bytes).string(in: bytes)
        } catch {
            try refuse(error)
            let text = try scanner.skipDamagedText(bytes)
            report(error, bytes)
            isDamaged = true
            return text.string(in: bytes)
        }
    }

    private mutating func numeral(_ bytes: Span<UInt8>, _ isDamaged: inout Bool) throws(JSONError) -> JSONNumeral {
        var number: JSONNumber
        do throws(JSONError) {
            number = try scanner.number(bytes)
        } catch {
            try refuse(error)
            report(error, bytes)
            number = scanner.skipHugeNumber(bytes)
            isDamaged = true
        }
        return JSONNumeral(text: String(validUTF8: bytes.extracting(number.offset..<(number.offset + number.count))))
    }

    private mutating func elements(_ bytes: Span<UInt8>) throws(JSONError) -> [JSONNode] {
        try scanner.beginArray(bytes)
        var elements: [JSONNode] = []
        while try scanner.nextElement(bytes) {
            path.steps.append(.element(elements.count))
            elements.append(try value(bytes))
            path.steps.removeLast()
        }
        return elements
    }

    // MARK: Members

    private mutating func members(_ bytes: Span<UInt8>) throws(JSONError) -> [JSONMember] {
        try scanner.beginObject(bytes)
        var names = MemberNames()
        var members: [JSONMember] = []
        while let (name, offset, isDamaged) = try nextName(bytes) {
            path.steps.append(.member(name))
            let earlier = isDamaged ? nil : names.claim(name, members)
            if let earlier { reportRepeat(of: members[earlier], name, at: offset) }
            let value = try value(bytes)
            path.steps.removeLast()
            guard earlier == nil, !isDamaged else { continue }
            members.append(JSONMember(name: name, offset: offset, value: value))
        }
        return members
    }

    /// The next member's name and place; nil at the object's end.
    private mutating func nextName(_ bytes: Span<UInt8>) throws(JSONError) -> (String, Int, isDamaged: Bool)? {
        do throws(JSONError) {
            guard let name = try scanner.nextMember(bytes) else { return nil }
            return (name.text.string(in: bytes), name.offset, false)
        } catch {
            try refuse(error)
            let offset = scanner.at
            let text = try scanner.skipDamagedText(bytes)
            report(error, bytes)
            try scanner.skipColon(bytes)
            return (text.string(in: bytes), offset, true)
        }
    }

    private func reportRepeat(of member: JSONMember, _ name: String, at offset: Int) {
        let first = problems.lineAndColumn(of: member.offset)
        if sameBytes(member.name, name) {
            let rule = JSONError.Reason.duplicateMember.rule
            problems.report(rule, at: offset, path: path.text, "given twice, first at \(first)")
        } else {
            problems.report(
                DocumentRule.sameNameNormalised.rawValue, at: offset, path: path.text,
                "the same name as the one at \(first) but for its Unicode form: some clients take them for one, some for two")
        }
    }
}

/// The names an object had so far. Swift's String compares by canonical equivalence, so that one look finds both a name
/// given twice and a name given in two Unicode forms.
private struct MemberNames {
    private static let comparedOneByOne = 16
    private var places: [String: Int] = [:]

    /// Takes the next name, unless the object has it: then the place of the member that has it.
    /// - Parameter members: those before it.
    mutating func claim(_ name: String, _ members: [JSONMember]) -> Int? {
        if members.count < MemberNames.comparedOneByOne { return members.firstIndex { $0.name == name } }
        if places.isEmpty { for (place, member) in members.enumerated() { places[member.name] = place } }
        guard let earlier = places.updateValue(members.count, forKey: name) else { return nil }
        places[name] = earlier
        return earlier
    }
}
