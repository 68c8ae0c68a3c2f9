/// The word that was probably meant: the nearest one, where it is near enough; of equals the one that begins alike the
/// longest (`8.14.0`, not `8.12.1`, for `8.14.1`), then the first.
public func closest(to word: String, among words: [String]) -> String? {
    let count = word.count
    // Nobody means a word of a page; the distance takes as many steps as both lengths multiplied.
    guard count <= 200 else { return nil }
    let limit = max(1, count / 3)
    var best: (word: String, distance: Int)?
    for candidate in words {
        guard abs(candidate.count - count) <= limit else { continue }
        let distance = editDistance(word, candidate)
        if distance > limit { continue }
        if let best {
            let isNearer = distance < best.distance
            let isAsNear = distance == best.distance
            if !isNearer, !(isAsNear && commonPrefix(word, candidate) > commonPrefix(word, best.word)) { continue }
        }
        best = (candidate, distance)
    }
    if let best { return best.word }
    // `chatfleet crash`: the beginning of one word, and of one only.
    let longer = words.filter { count >= 3 && $0.hasPrefix(word) }
    return longer.count == 1 ? longer.first : nil
}

private func commonPrefix(_ a: String, _ b: String) -> Int { zip(a, b).prefix { $0 == $1 }.count }

/// Optimal string alignment distance: insertions, deletions, substitutions, and swaps of neighbours, each once.
func editDistance(_ a: String, _ b: String) -> Int {
    let a = Array(a)
    let b = Array(b)
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
        var row = [i + 1]
        for j in b.indices {
            var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
            if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
            row.append(cost)
        }
        beforeLast = last
        last = row
    }
    return last[b.count]
}
