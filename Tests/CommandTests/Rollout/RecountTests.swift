import Database
import Foundation
import TestSupport
import Testing

/// The verdict, recomputed by someone else from what the gate's JSON holds: with the formulas alone, and none of its code.
@Suite struct RecountTests {
    private struct Slot: Hashable {
        let platform: String
        let measure: String
    }

    /// A stratum on a day of receipt.
    private struct Place: Hashable {
        let day: Int
        let stratum: String
    }

    private struct Arms {
        var new = (atRisk: 0.0, events: 0.0)
        var old = (atRisk: 0.0, events: 0.0)
    }

    private static func grid(_ count: Int, _ first: Double, _ last: Double) -> [Double] {
        (0..<count).map { first * pow(last / first, Double($0) / Double(count - 1)) }
    }

    /// ln of the mean over the grid of the product of likelihood ratios.
    private static func lnE(_ places: some Sequence<Arms>, bound: Double, grid: [Double]) -> Double {
        var logs = grid.map { _ in 0.0 }
        for arms in places where arms.new.atRisk > 0 && arms.old.atRisk > 0 {
            let rho = arms.new.atRisk / (arms.new.atRisk + arms.old.atRisk)
            func theta(_ ratio: Double) -> Double { rho * ratio / (1 - rho + rho * ratio) }
            for (i, ratio) in grid.enumerated() {
                logs[i] +=
                    arms.new.events * log(theta(ratio) / theta(bound))
                    + arms.old.events * log((1 - theta(ratio)) / (1 - theta(bound)))
            }
        }
        let most = logs.max() ?? 0
        return most + log(logs.map { exp($0 - most) }.reduce(0, +) / Double(grid.count))
    }

    @Test(arguments: ["bad", "healthy"])
    func `the counts in the JSON give the verdict again`(fleet: String) throws {
        let store = try TestStore(.sqlite)
        SimulatedFleet.ingest(fleet == "bad" ? SimulatedFleet.badRelease : SimulatedFleet.healthy, into: store)
        let output = Transcript("rollout gate 8.14.0 --format json", store: store).output
        let json = try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
        let summary = try #require(json["summary"] as? [String: Any])
        let details = try #require(json["details"] as? [String: [String: Any]])
        func rows(_ name: String) throws -> [[String: Any]] { try #require(details[name]?["rows"] as? [[String: Any]]) }
        func number(_ row: [String: Any], _ name: String) throws -> Double { try #require(row[name] as? Double) }
        let margin = try number(summary, "harm_margin")
        let strict = try number(summary, "harm_margin_under_target")
        let safe = try number(summary, "safety_margin")
        let alpha = try number(summary, "alpha")
        let weights = ["crash": 4.0, "decrypt": 2, "failed": 1, "aged": 1, "silence": 2]

        var cells: [Slot: [[String: Any]]] = [:]
        for cell in try rows("cells") {
            let slot = Slot(platform: cell["platform"] as? String ?? "", measure: cell["measure"] as? String ?? "")
            cells[slot, default: []].append(cell)
        }
        var halted: Set<String> = []
        let measures = try rows("measures")
        for measure in measures {
            let platform = measure["platform"] as? String ?? ""
            let name = measure["measure"] as? String ?? ""
            let own = cells[Slot(platform: platform, measure: name)] ?? []
            // Those that take part in α do so by weight, at every look.
            let guarded = try measures.filter { try $0["platform"] as? String == platform && number($0, "alpha") > 0 }
            let share = alpha * (weights[name] ?? 0) / guarded.reduce(0.0) { $0 + (weights[$1["measure"] as? String ?? ""] ?? 0) }
            let needed =
                guarded.contains { $0["measure"] as? String == name } ? log((name == "crash" ? 2 : 1) / share) : .infinity
            // Look by look: the hours of the day so far are one cell a stratum, and days multiply.
            var places: [Place: Arms] = [:]
            var (harm, safety) = (0.0, 0.0)
            var (harmShown, safetyShown) = (false, false)
            var (active, crashed) = (0.0, 0.0)
            let receipts = try rows("receipts").filter { $0["platform"] as? String == platform }
            var next = 0
            let hours = Set(own.compactMap { $0["known_hour"] as? Int }).sorted()
            for hour in hours {
                while next < receipts.count, let at = receipts[next]["known_hour"] as? Int, at <= hour {
                    active += try number(receipts[next], "new_active")
                    crashed += try number(receipts[next], "new_crashed")
                    next += 1
                }
                for cell in own where cell["known_hour"] as? Int == hour {
                    let place = Place(
                        day: hour / 24, stratum: "\(cell["stratum"] ?? "") \(cell["tenure"] ?? "")")
                    let counts = (try number(cell, "at_risk"), try number(cell, "events"))
                    if cell["is_new"] as? Bool == true {
                        places[place, default: Arms()].new.atRisk += counts.0
                        places[place, default: Arms()].new.events += counts.1
                    } else {
                        places[place, default: Arms()].old.atRisk += counts.0
                        places[place, default: Arms()].old.events += counts.1
                    }
                }
                harm = RecountTests.lnE(places.values, bound: margin, grid: RecountTests.grid(25, margin * 1.25, margin * 10))
                safety = RecountTests.lnE(places.values, bound: safe, grid: RecountTests.grid(20, safe * 0.2, safe * 0.9))
                harmShown = harmShown || harm >= needed
                safetyShown = safetyShown || safety >= log(1 / alpha)
                if name == "crash", active > 0, crashed / active > 0.005 {
                    let under = RecountTests.lnE(
                        places.values, bound: strict, grid: RecountTests.grid(25, strict * 1.25, strict * 10))
                    harmShown = harmShown || under >= needed
                }
            }
            if harmShown { halted.insert(platform) }
            #expect(abs(harm - (try number(measure, "harm_ln_e"))) < 1e-6, "\(platform) \(name)")
            #expect(abs(safety - (try number(measure, "safety_ln_e"))) < 1e-6, "\(platform) \(name)")
            #expect(harmShown == (measure["harm_since"] is String), "\(platform) \(name)")
            #expect(safetyShown == (measure["safe_since"] is String), "\(platform) \(name)")
        }
        let verdicts = try #require(json["rows"] as? [[String: Any]])
        for verdict in verdicts {
            #expect((verdict["verdict"] as? String == "HALT") == halted.contains(verdict["platform"] as? String ?? ""))
        }
        #expect(halted == (fleet == "bad" ? ["android"] : []))
    }
}
