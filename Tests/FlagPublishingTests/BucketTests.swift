import FleetCore
import Foundation
import HTTPClient
import TestSupport
import Testing

@testable import FlagPublishing

/// A target in a bucket: that of .ci/peers (moto, in its authenticating mode) where `CHATFLEET_TEST_S3` names it, else one
/// of this process. Each call has a prefix of its own.
private func bucketTarget(_ environment: [String: String], prefix: String) throws -> any PublishTarget {
    let stop = StopRequest()
    var limits = HTTPLimits()
    limits.retrySeconds = 10
    limits.firstPauseSeconds = 0.01
    return try FlagTarget.s3(bucket: "bucket", prefix: prefix).open(
        environment: environment, client: HTTPClient(limits: limits, stop: stop), stop: stop,
        now: { Instant(epochSeconds: Int64(Date().timeIntervalSince1970)) })
}

@Suite struct BucketTests {
    /// Environment of the bucket to test with, and what keeps it alive.
    private func bucket() throws -> ([String: String], BucketServer?) {
        let process = ProcessInfo.processInfo.environment
        if let endpoint = process["CHATFLEET_TEST_S3"] {
            let names = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_REGION"]
            let values = names.compactMap { name in process[name].map { (name, $0) } }
            return (Dictionary(uniqueKeysWithValues: values).merging(["AWS_ENDPOINT_URL": endpoint]) { $1 }, nil)
        }
        let server = try BucketServer()
        return (server.environment, server)
    }

    private func prefix() -> String { "tests/\(UUID().uuidString)" }

    @Test func `the order of a publish holds in a bucket, and its promises are probed`() throws {
        let (environment, server) = try bucket()
        let target = try bucketTarget(environment, prefix: prefix())
        try target.probe()
        try target.probe()
        let publisher = Publisher(target: target)
        #expect(try publisher.current().seen == nil)
        #expect(try publisher.publish([document("android"), document("ios")]).version == 1)
        for version in 2...5 {
            let flags = "\"f\(version)\":{\"default\":true}"
            #expect(try publisher.publish([document("ios", flags: flags)]).version == Int64(version))
        }
        #expect(try target.create("v17/x.json", []))
        #expect(try !target.create("v17/x.json", [1]))
        #expect(try target.greatestNumber() == 17)
        #expect(try publisher.publish([document("ios")]).version == 18)
        #expect(try checkedVersion(target) == 18)
        #expect(try target.read("v99/x.json") == nil)
        withExtendedLifetime(server) {}
    }

    @Test func `two publishers at once: one wins each time, the other is told`() throws {
        let (environment, server) = try bucket()
        let prefix = prefix()
        try Publisher(target: bucketTarget(environment, prefix: prefix)).publish([document("android"), document("ios")])
        for round in 0..<40 {
            let before = try Publisher(target: bucketTarget(environment, prefix: prefix)).current()
            let outcomes = try inThreads(2) { thread in
                try RaceTests.race(
                    bucketTarget(environment, prefix: prefix), over: before,
                    [document("android", flags: "\"f\(round)\":{\"default\":\(thread == 0)}"), document("ios")])
            }
            let after = try Publisher(target: bucketTarget(environment, prefix: prefix)).current()
            #expect(outcomes.filter { $0 != .told } == [.won(after.version)], "round \(round): \(outcomes)")
        }
        withExtendedLifetime(server) {}
    }

    @Test func `in any order of their steps one of three wins, in a bucket`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("BucketTests seed \(seed)")
        let (environment, server) = try bucket()
        for run in 0..<60 {
            let prefix = prefix()
            try RaceTests.interleave(seed: seed &+ UInt64(run)) { try bucketTarget(environment, prefix: prefix) }
        }
        withExtendedLifetime(server) {}
    }

    @Test func `wrong credentials are told, without them`() throws {
        let (environment, server) = try bucket()
        // Only a server that checks signatures knows a wrong secret.
        for key in ["WRONGKEY", server == nil ? nil : "WRONGKEY"].compactMap({ $0 ?? environment["AWS_ACCESS_KEY_ID"] }) {
            let wrong = environment.merging(["AWS_ACCESS_KEY_ID": key, "AWS_SECRET_ACCESS_KEY": "wrong-secret"]) { $1 }
            do {
                _ = try bucketTarget(wrong, prefix: prefix()).latest()
                Issue.record("no error")
            } catch let error as ToolError {
                #expect(error.exitCode == .unavailable)
                #expect(error.what.hasPrefix("the bucket refused: 403 "), "\(error)")
                #expect(!"\(error)".contains("wrong-secret") && !"\(error)".contains(key))
            }
        }
        withExtendedLifetime(server) {}
    }
}

@Suite struct BucketAccidentTests {
    @Test func `an answer that is lost is settled by looking: the write was ours`() throws {
        let server = try BucketServer { _ in .answerLost }
        let publisher = Publisher(target: try bucketTarget(server.environment, prefix: "p"))
        // Every write is done, and every answer is lost; its second try meets its own object.
        #expect(try publisher.publish([document("android"), document("ios")]).version == 1)
        #expect(try publisher.publish([document("ios", flags: "")]).version == 2)
        #expect(try checkedVersion(publisher.target) == 2)
    }

    @Test func `whose write it was is not guessed where looking is refused`() throws {
        let server = try BucketServer(headStatus: 403) { _ in .answerLost }
        let target = try bucketTarget(server.environment, prefix: "p")
        do {
            _ = try target.create("v1/x.json", [1])
            Issue.record("no error")
        } catch let error as ToolError {
            #expect(error.what.hasPrefix("the bucket refused: status 403"), "\(error)")
        }
    }

    @Test func `failures that pass are borne, of others nothing is written`() throws {
        let server = try BucketServer { $0 % 3 == 0 ? nil : .status(503) }
        let publisher = Publisher(target: try bucketTarget(server.environment, prefix: "p"))
        #expect(try publisher.publish([document("android"), document("ios")]).version == 1)
        let refusing = try BucketServer { _ in .status(403) }
        let refused = Publisher(target: try bucketTarget(refusing.environment, prefix: "p"))
        #expect(throws: ToolError.self) { try refused.publish([document("android")]) }
        #expect(refusing.requests.filter { $0.line.hasPrefix("PUT") }.count == 1)
    }

    @Test func `somebody else's write after a lost answer is not taken for ours`() throws {
        let server = try BucketServer { $0 == 1 ? .status(500) : nil }
        // The first try gets 500, so that it may have been done; what stands there then is the other's.
        let made = try inThreads(2) { thread in
            if thread == 1 { Thread.sleep(forTimeInterval: 0.002) }
            return try bucketTarget(server.environment, prefix: "p").create("v1/x.json", [1])
        }
        #expect(made.filter { $0 }.count == 1)
    }

    @Test func `a bucket that ignores conditions is no target`() throws {
        let server = try BucketServer { _ in .conditionIgnored }
        do {
            try bucketTarget(server.environment, prefix: "p").probe()
            Issue.record("no error")
        } catch let error as ToolError {
            #expect(error.exitCode == .badInput)
            #expect(error.what.hasPrefix("the bucket ignores conditions on writes (If-None-Match)"))
        }
    }

    @Test func `documents may be kept for ever, latest.json for a minute`() throws {
        let server = try BucketServer()
        try Publisher(target: bucketTarget(server.environment, prefix: "p")).publish([document("ios")])
        #expect(server.object("p/v1/ios.json")?.headers["cache-control"] == "public, max-age=31536000, immutable")
        #expect(server.object("p/latest.json")?.headers["cache-control"] == "public, max-age=60")
        #expect(server.requests.allSatisfy { $0.headers["x-amz-content-sha256"]?.count == 64 })
    }

    @Test func `without a region or credentials it says what to set`() throws {
        for (environment, what) in [
            (["AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b", "HOME": "/nonexistent"], "no AWS region is set"),
            (["HOME": "/nonexistent"], "there are no AWS credentials"),
        ] {
            do {
                _ = try bucketTarget(environment, prefix: "p")
                Issue.record("no error")
            } catch let error as ToolError {
                #expect(error.exitCode == .badInput)
                #expect(error.what.hasPrefix(what))
            }
        }
    }
}
