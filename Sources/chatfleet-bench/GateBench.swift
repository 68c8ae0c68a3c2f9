import FleetCore
import RolloutSimulation
import Simulation

/// The gate: how long a verdict over eleven million installs takes, and how often simulated rollouts are judged rightly.
struct GateBench {
    let chatfleet: String

    /// A million installs on the new version, ten million on the baseline, 14 days.
    func run() throws -> [Measure] { try simulations() + speed() }

    // MARK: Speed

    private func speed() throws -> [Measure] {
        let store = try PostgresUnderTest()
        try store.makeEmpty(chatfleet)
        for statement in GateBench.fleet { try store.psql("bench", statement) }
        try store.psql("bench", "vacuum analyze")
        try store.settle()
        func best(_ words: [String]) throws -> Double {
            let command = [
                chatfleet, "rollout", "gate", "8.14.0", "--as-of", "2026-09-15T00:00:00Z", "--format", "json", "--store",
                store.location,
            ]
            // A verdict's own exit status is no failure.
            return try (0..<3).map { _ in
                try Program.run(command + words, expecting: ExitCode.success.rawValue).seconds
            }.min() ?? .infinity
        }
        let (verdict, panel) = (try best(["--no-panel"]), try best([]))
        let fleet = "1,000,000 installs against 10,000,000, 14 days"
        return [
            Measure(
                "Postgres: rollout gate --no-panel, \(fleet)", milliseconds(verdict), wanted: "under 2000 ms", isMet: verdict < 2),
            Measure(
                "Postgres: rollout gate with silent installs and bias panel, \(fleet)", milliseconds(panel),
                wanted: "under 10000 ms", isMet: panel < 10),
        ]
    }

    /// The tables that the gate reads, by SQL: what ingest would keep in days. Of the facts those that a sample by id needs.
    private static let fleet = [
        """
        insert into app_version values
            ('8.13.2', '1018021302000~ 8.13.2', 1), ('8.14.0', '1018021402000~ 8.14.0', 1);
        """,
        """
        insert into install_version (
            install_id, app_version, platform, first_day, last_day, first_known, crash_known, device_class, booked
        )
        select
            'i_' || lpad(to_hex(n), 8, '0'), '8.13.2', 'android', date '2026-08-20', date '2026-09-14', 496440 + n % 24,
            case when n % 40 = 0 then 496700 + n % 600 end, 'mid', 0
        from generate_series(1, 10000000) as n;
        """,
        """
        insert into install_version (
            install_id, app_version, platform, first_day, last_day, first_known, crash_known, device_class, booked
        )
        select
            'i_' || lpad(to_hex(n * 10), 8, '0'), '8.14.0', 'android', date '2026-09-01' + n % 14, date '2026-09-14',
            496728 + n % 14 * 24 + 12, case when n % 50 = 0 then 496728 + n % 14 * 24 + 20 end, 'mid', 0
        from generate_series(1, 1000000) as n;
        """,
        """
        insert into gate_cell
        select
            v.app_version, 'android', 496728 + h, 'class ' || c, t, v.installs, v.installs / 200, v.installs, v.installs / 100,
            v.installs, v.installs / 150, v.installs, v.installs / 10
        from (values ('8.13.2', 20000), ('8.14.0', 1500)) as v (app_version, installs)
        cross join generate_series(0, 335) as h
        cross join generate_series(1, 5) as c
        cross join (values (0), (7), (30)) as tenures (t);
        """,
        """
        insert into health_rollup
        select
            date '2026-09-01' + h / 24, 496728 + h, v.app_version, 'android', 'class ' || c, v.installs, v.installs,
            v.installs / 200, 0, v.installs, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
        from (values ('8.13.2', 60000), ('8.14.0', 4500)) as v (app_version, installs)
        cross join generate_series(-168, 335) as h
        cross join generate_series(1, 5) as c
        where v.app_version = '8.13.2' or h >= 0;
        """,
        """
        insert into health_arrival
        select day, platform, known_hour, sum(reporting_installs)
        from health_rollup
        group by day, platform, known_hour;
        """,
        """
        do $$
        begin
            for d in 0..21 loop
                execute format(
                    'create table health_daily_b%s partition of health_daily for values from (%L) to (%L)', d,
                    date '2026-08-25' + d, date '2026-08-25' + d + 1);
            end loop;
        end
        $$;
        """,
        // Installs up to an id, most of them in contact on most days.
        """
        insert into health_daily (
            day, install_id, app_version, platform, device_class, sessions, crashes, reported_known, active_known, clock_corrected,
            receipt_assumed
        )
        select
            date '2026-08-25' + d, 'i_' || lpad(to_hex(n), 8, '0'),
            case when n % 10 = 0 and d - 7 >= n / 10 % 14 then '8.14.0' else '8.13.2' end, 'android', 'mid', 3, 0,
            496560 + d * 24 + 12, 496560 + d * 24 + 12, 0, 0
        from generate_series(1, 120000) as n
        cross join generate_series(0, 20) as d
        where (n * 31 + d * 17) % 10 < 8;
        """,
    ]

    // MARK: Simulations

    private static let runs = 1000

    /// The suite's simulations, more of them.
    private func simulations() -> [Measure] {
        var random = SplitMix64(key: 20_261_130)
        let runs = GateBench.runs
        let flat = Array(repeating: 0.01, count: 7)
        let good: [(String, SimulatedRollout)] = [
            ("1:99", SimulatedRollout(shares: flat)), ("1:1", SimulatedRollout(shares: SimulatedRollout.even)),
            ("on the ramp", SimulatedRollout(shares: SimulatedRollout.ramp)),
            ("on the ramp, 1 % crash every second day", SimulatedRollout(shares: SimulatedRollout.ramp, proneShare: 0.01)),
        ]
        let halts = good.map { name, rollout in
            let share = Double((0..<runs).count { _ in rollout.isHalted(&random, alpha: 0.01) }) / Double(runs)
            return Measure(
                "good release \(name), hourly looks: halted", "\(places2(share * 100)) %", wanted: "1 % at most",
                isMet: share <= 0.02)
        }
        func days(_ rollout: SimulatedRollout, _ verdict: Verdict) -> Double {
            median((0..<runs).map { _ in rollout.day(of: verdict, &random).map { Double($0) } ?? .infinity })
        }
        let found = days(SimulatedRollout(shares: SimulatedRollout.flat, looksPerDay: 1, ratio: 3), .halt)
        let onRamp = days(SimulatedRollout(shares: SimulatedRollout.ramp, looksPerDay: 1, ratio: 3), .halt)
        let passed = days(SimulatedRollout(shares: SimulatedRollout.ramp, looksPerDay: 1), .pass)
        return halts + [
            Measure(
                "×3 at a flat 1 % of 50,000 installs: halted, median", "day \(Int(found))", wanted: "day 3", isMet: found <= 3),
            Measure("×3 on the ramp: halted, median", "day \(Int(onRamp))", wanted: "day 2", isMet: onRamp <= 2),
            Measure("good release on the ramp: passed, median", "day \(Int(passed))", wanted: "day 4", isMet: passed <= 4),
        ]
    }
}
