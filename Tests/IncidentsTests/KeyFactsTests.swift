import Testing

@testable import Incidents

@Suite struct KeyFactsTests {
    /// Clopper–Pearson at 95 % of 540 of 720 is 0.717 to 0.781: between 2.53 and 3.57 times.
    @Test(arguments: [
        (540.0, 180.0, Finding.confirmed), (270, 180, .refuted), (450, 180, .unknown), (0, 0, .refuted), (3, 1, .unknown),
        (1_330, 1_334, .refuted),
    ])
    func `what rises does so beyond chance, and where chance allows both it is not known`(
        now: Double, usual: Double, finding: Finding
    ) {
        #expect(KeyFacts.Change(now: now, usual: usual).hasRisen == finding)
    }
}
