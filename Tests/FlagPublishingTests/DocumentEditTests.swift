import FleetCore
import Testing

@testable import FlagPublishing

@Suite struct DocumentEditTests {
    private func edited(_ text: String, _ change: (inout DocumentEdit) throws -> Void) throws -> String {
        var edit = try DocumentEdit(Array(text.utf8), file: "android.json")
        try change(&edit)
        return String(decoding: edit.bytes, as: UTF8.self)
    }

    @Test(arguments: [
        (#"{"version":43,"flags":{}}"#, #"{"version":44,"flags":{}}"#),
        (
            "{ \"flags\": {\"version\": {\"default\": false}},\r\n\t\"version\" :  9 }\n",
            "{ \"flags\": {\"version\": {\"default\": false}},\r\n\t\"version\" :  44 }\n"
        ),
        (#"{"versions":1,"version":4.3e1,"flags":{}}"#, #"{"versions":1,"version":44,"flags":{}}"#),
    ])
    func `only the digits of version are replaced`(text: String, expected: String) throws {
        #expect(try edited(text) { try $0.setVersion(44) } == expected)
    }

    @Test(arguments: [
        (#"{"version":43,"kill":{},"flags":{}}"#, #"{"version":43,"kill":{ "a": true },"flags":{}}"#),
        (#"{"version":43,"flags":{}}"#, #"{"version":43, "kill": { "a": true },"flags":{}}"#),
        (#"{"version":43,"kill":{"a":false,"b":true}}"#, #"{"version":43,"kill":{"a":true,"b":true}}"#),
        (#"{"version":43,"kill":{ "b" : true }}"#, #"{"version":43,"kill":{ "b" : true, "a": true }}"#),
        ("{\"version\":43,\"kill\":{\n    \"b\": true\n}}", "{\"version\":43,\"kill\":{\n    \"b\": true,\n    \"a\": true\n}}"),
        (#"{"version":43,"kill":{"b":true,  "c":true}}"#, #"{"version":43,"kill":{"b":true,  "c":true,  "a": true}}"#),
    ])
    func `a kill is turned on where it stands, or added in the manner of its neighbours`(text: String, expected: String) throws {
        #expect(try edited(text) { try $0.setKill("a", true) } == expected)
    }

    @Test(arguments: [
        (#"{"version":43,"kill":{"a":true}}"#, #"{"version":43,"kill":{}}"#),
        (#"{"version":43,"kill":{"a":true, "b":true}}"#, #"{"version":43,"kill":{"b":true}}"#),
        (#"{"version":43,"kill":{"b":true, "a":true}}"#, #"{"version":43,"kill":{"b":true}}"#),
        (#"{"version":43,"kill":{"b":true, "a" : true , "c":true}}"#, #"{"version":43,"kill":{"b":true , "c":true}}"#),
        (#"{"version":43}"#, #"{"version":43}"#),
    ])
    func `a kill is lifted with its comma`(text: String, expected: String) throws {
        #expect(try edited(text) { try $0.setKill("a", false) } == expected)
    }

    @Test(arguments: [
        (
            #"{"version":1,"flags":{"a":{"default":false,"rollout_percent":20}}}"#,
            #"{"version":1,"flags":{"a":{"default":false,"rollout_percent":0.5}}}"#
        ),
        (
            #"{"version":1,"flags":{"a":{ "default": false }}}"#,
            #"{"version":1,"flags":{"a":{ "default": false, "rollout_percent": 0.5 }}}"#
        ),
        (#"{"version":1,"flags":{"a":{}}}"#, #"{"version":1,"flags":{"a":{ "rollout_percent": 0.5 }}}"#),
    ])
    func `a rollout is set where it stands, or added`(text: String, expected: String) throws {
        #expect(try edited(text) { try $0.setRollout("a", percent: "0.5") } == expected)
    }

    @Test func `what is no document, or has no such flag, is refused with its place`() throws {
        for text in ["", "[]", "{\"version\":1,}", "{\"version\":1,\"version\":2}"] {
            #expect(throws: ToolError.self) { try DocumentEdit(Array(text.utf8), file: "x") }
        }
        #expect(throws: ToolError(.badInput, "the document has no flag b", at: "android.json")) {
            try edited(#"{"version":1,"flags":{"a":{}}}"#) { try $0.setRollout("b", percent: "1") }
        }
    }
}

@Suite struct LatestFileTests {
    @Test func `it is written in one form, and read back`() throws {
        let latest = LatestFile(
            version: 44, documents: [FlagDocumentFile(platform: "android", bytes: Array("abc".utf8))])
        let text = """
            {"version":44,"documents":{"android":{"path":"v44/android.json",\
            "sha256":"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"}}}

            """
        #expect(String(decoding: latest.bytes, as: UTF8.self) == text)
        #expect(try LatestFile(latest.bytes, at: "x") == latest)
    }

    @Test(arguments: [
        "", "{}", "<html>", #"{"version":44}"#, #"{"version":0,"documents":{}}"#, #"{"version":"44","documents":{}}"#,
        #"{"version":44,"documents":{"android":{"path":"../../etc/passwd","sha256":""}}}"#,
        #"{"version":44,"documents":{"An droid":{"path":"v44/x.json","sha256":""}}}"#, #"{"version":44,"documents":{},"x":1}"#,
    ])
    func `anything else is refused`(text: String) {
        do throws(ToolError) {
            _ = try LatestFile(Array(text.utf8), at: "s3://b/latest.json")
            Issue.record("no error")
        } catch {
            #expect(error.exitCode == .badInput)
            #expect(error.place == "s3://b/latest.json")
        }
    }
}

@Suite struct FlagTargetTests {
    @Test(arguments: [
        ("s3://bucket", "s3://bucket"), ("s3://my.bucket-1/a/b/", "s3://my.bucket-1/a/b"), ("/srv/www/flags/", "/srv/www/flags"),
        ("/srv/./www/../www/flags", "/srv/www/flags"), ("appconfig:chat/prod/android-flags", "appconfig:chat/prod/android-flags"),
    ])
    func `a target has one name`(text: String, expected: String) throws {
        #expect(try FlagTarget.parse(text).description == expected)
        #expect(try FlagTarget.parse(expected).description == expected)
    }

    @Test(arguments: [
        "", "/", "s3://", "s3://ab", "s3://Bucket/x", "s3://bucket/a b", "s3://bucket/../x", "https://x/y", "appconfig:a/b",
        "appconfig:a/b/-c", "appconfig:a//c",
    ])
    func `what is none is a usage error`(text: String) {
        do throws(ToolError) {
            _ = try FlagTarget.parse(text)
            Issue.record("no error")
        } catch { #expect(error.exitCode == .usage) }
    }
}
