/// Where in a document's tree: the names and indices from the top. Written as `flags.poll_posts`, `steps[2].name`,
/// `kill["a b"]`; the top is `$`.
struct JSONPath: Sendable {
    enum Step: Sendable {
        case member(String)
        case element(Int)
    }

    var steps: [Step] = []

    var text: String {
        var text = ""
        for step in steps {
            switch step {
            case .element(let index): text += (text.isEmpty ? "$" : "") + "[\(index)]"
            case .member(let name):
                if JSONPath.isPlain(name) {
                    text += (text.isEmpty ? "" : ".") + name
                } else {
                    text += (text.isEmpty ? "$" : "") + "[\(JSONPath.quoted(name))]"
                }
            }
        }
        return text.isEmpty ? "$" : text
    }

    private static func isPlain(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= longest
            && name.utf8.allSatisfy {
                $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 26 || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
            }
    }

    private static let longest = 80

    /// In quotes, with escapes for what no terminal should get, and cut where it is too long to be read.
    static func quoted(_ name: String) -> String {
        var json = JSONWriter()
        let cut = name.unicodeScalars.prefix(longest)
        let isCut = cut.endIndex != name.unicodeScalars.endIndex
        json.string(String(String.UnicodeScalarView(cut)) + (isCut ? "…" : ""))
        return json.text
    }
}

extension JSONNode {
    /// The path of the value, or of the name, that holds the byte at `offset`.
    func path(at offset: Int) -> JSONPath {
        var path = JSONPath()
        var node = self
        while true {
            switch node.value {
            case .object(let members):
                let index = JSONNode.last(of: members.count) { members[$0].offset <= offset }
                guard let index, offset < members[index].value.range.upperBound else { return path }
                path.steps.append(.member(members[index].name))
                if offset < members[index].value.offset { return path }
                node = members[index].value
            case .array(let elements):
                let index = JSONNode.last(of: elements.count) { elements[$0].offset <= offset }
                guard let index, offset < elements[index].range.upperBound else { return path }
                path.steps.append(.element(index))
                node = elements[index]
            default: return path
            }
        }
    }

    /// The last of `0..<count` for which `holds`; it holds for a first part of them.
    private static func last(of count: Int, _ holds: (Int) -> Bool) -> Int? {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if holds(middle) { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? nil : low - 1
    }
}
