/// Of the ways in which the same things are counted, told apart by this or by that, the one to take, since they are never added
/// up: the coarsest of those that reach the newest data. A way that nobody counts in any more says nothing about now.
///
/// - Parameters:
///   - newest: when each was counted last, seconds since the epoch.
///   - freshSeconds: so far behind the newest of all is still up to date.
package func coarsestCut<Cut: Hashable>(
    _ newest: [Cut: Int64], freshSeconds: Int64, isCoarser: (Cut, Cut) -> Bool
) -> Cut? {
    guard let last = newest.values.max() else { return nil }
    return newest.filter { $0.value >= last - freshSeconds }.map(\.key).min(by: isCoarser)
}
