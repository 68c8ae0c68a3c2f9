import Statistics
import Testing

@Suite struct NormalQuantileTests {
    /// Of Python's statistics.NormalDist().inv_cdf.
    @Test(arguments: [
        (1e-300, -37.0470962993612),
        (1e-20, -9.262340089798405),
        (1e-09, -5.9978070150076865),
        (2e-07, -5.068957749717791),
        (0.001, -3.090232306167813),
        (0.025, -1.9599639845400538),
        (0.05, -1.6448536269514726),
        (0.075, -1.4395314709384557),
        (0.1, -1.2815515655446008),
        (0.25, -0.6744897501960817),
        (0.5, 0.0),
        (0.6, 0.2533471031357998),
        (0.9, 1.2815515655446008),
        (0.925, 1.439531470938456),
        (0.95, 1.6448536269514715),
        (0.975, 1.9599639845400536),
        (0.999, 3.090232306167813),
        (0.999999999, 5.997807019601638),
    ])
    func `the quantiles are Python's`(p: Double, z: Double) {
        #expect(abs(Normal.quantile(p) - z) <= 1e-13 * max(1, abs(z)))
    }

    @Test func `the ends are infinite, and beyond them there is nothing`() {
        #expect(Normal.quantile(0) == -.infinity)
        #expect(Normal.quantile(1) == .infinity)
        #expect(Normal.quantile(-0.1).isNaN && Normal.quantile(1.1).isNaN && Normal.quantile(.nan).isNaN)
    }
}
