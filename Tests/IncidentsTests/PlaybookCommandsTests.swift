import FlagPublishing
import Testing

@testable import Incidents

@Suite struct PlaybookCommandsTests {
    @Test(arguments: [
        ("s3://fleet-flags/app", "aws s3 cp s3://fleet-flags/app/latest.json -"),
        ("s3://fleet-flags", "aws s3 cp s3://fleet-flags/latest.json -"),
        ("/srv/flags", "cat /srv/flags/latest.json"), ("/srv/our flags", "cat '/srv/our flags/latest.json'"),
        (
            "appconfig:a1b2c3d/e4f5g6h/k7l8m9n",
            "aws appconfig list-deployments --application-id a1b2c3d --environment-id e4f5g6h --max-items 3"
        ),
    ])
    func `published flags are read where they are published`(place: String, line: String) throws {
        #expect(PlaybookCommands.publishedFlags(at: try FlagTarget.parse(place)).line == line)
    }

    @Test func `a place that nobody told is named as one to fill in, and no shell takes it for more`() {
        let command = PlaybookCommands.publishedFlags(at: nil)
        #expect(command.line == "aws s3 cp '<flags place>/latest.json' -")
        #expect(command.purpose?.contains("for <flags place> put where latest.json is, such as s3://BUCKET/PREFIX") == true)
    }
}
