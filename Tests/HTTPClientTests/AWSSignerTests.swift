import FleetCore
import Foundation
import TestSupport
import Testing

@testable import HTTPClient

@Suite struct AWSSignerTests {
    private func signature(_ request: HTTPRequest) -> String {
        let text = request.headers["Authorization"] ?? ""
        return String(text[(text.range(of: "Signature=")?.upperBound ?? text.endIndex)...])
    }

    /// AWS's Signature Version 4 test suite: get-vanilla and its relatives.
    @Test(arguments: [
        (HTTPRequest.Method.get, "/", "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
        (.get, "/?Param1=value1", "a67d582fa61cc504c4bae71f336f98b97f1ea3c7a6bfe1b6e45aec72011b9aeb"),
        (.get, "/?Param2=value2&Param1=value1", "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"),
        (.get, "/?Param1=value2&Param1=Value1", "eedbc4e291e521cf13422ffca22be7d2eb8146eecf653089df300a15b2382bd1"),
        (.get, "/./example", "ef75d96142cf21edca26f06005da7988e4f8dc83a165a80865db7089db637ec5"),
        (.post, "/", "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"),
    ])
    func `a signature is the one of the test suite`(method: HTTPRequest.Method, path: String, expected: String) throws {
        let signer = AWSSigner(
            credentials: AWSCredentials(accessKeyID: "AKIDEXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"),
            region: "us-east-1", service: "service")
        let address = try #require(WebAddress("https://example.amazonaws.com\(path)"))
        let signed = signer.sign(HTTPRequest(method, address), at: try #require(Instant("2015-08-30T12:36:00Z")))
        #expect(signature(signed) == expected)
    }

    /// The examples of Amazon S3's API reference, "Authenticating Requests: Using the Authorization Header".
    @Test(arguments: [
        ("GET", "/test.txt", "", "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"),
        ("PUT", "/test$file.text", "", "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"),
        ("GET", "/", "lifecycle=", "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"),
        ("GET", "/", "max-keys=2&prefix=J", "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"),
    ])
    func `a signature is the one of S3's examples`(method: String, path: String, query: String, expected: String) throws {
        let signer = AWSSigner(
            credentials: AWSCredentials(
                accessKeyID: "AKIAIOSFODNN7EXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"),
            region: "us-east-1", service: "s3")
        let items = query.split(separator: "&").map { $0.split(separator: "=").map(String.init) }
        var request = HTTPRequest(
            try #require(HTTPRequest.Method(rawValue: method)),
            WebAddress(
                scheme: .https, host: "examplebucket.s3.amazonaws.com", path: path,
                query: items.map { (name: $0[0], value: $0.count > 1 ? $0[1] : "") }))
        if method == "PUT" {
            request.body = Array("Welcome to Amazon S3.".utf8)
            request.headers["Date"] = "Fri, 24 May 2013 00:00:00 GMT"
            request.headers["x-amz-storage-class"] = "REDUCED_REDUNDANCY"
        } else if path == "/test.txt" {
            request.headers["Range"] = "bytes=0-9"
        }
        let signed = signer.sign(request, at: try #require(Instant("2013-05-24T00:00:00Z")))
        #expect(signature(signed) == expected)
    }

    @Test func `credentials are never shown`() {
        let credentials = AWSCredentials(accessKeyID: "AKIAEXAMPLE", secretAccessKey: "top-secret", sessionToken: "token-secret")
        var dumped = ""
        dump(credentials, to: &dumped)
        for text in ["\(credentials)", String(reflecting: credentials), dumped, "\([credentials])"] {
            #expect(!text.contains("secret"))
            #expect(!text.contains("EXAMPLE"))
        }
    }

    /// One request that botocore signed, a line each: .ci/signatures.py writes them.
    private struct Case: Decodable {
        let method, service, region, host, path, date: String
        let accessKey, secretKey: String
        let token: String?
        let query, headers: [[String]]
        let body: Data
        let authorization: String
    }

    /// `CHATFLEET_SIGNATURES` names a file of many fresh cases (.ci/peers does); else the ones kept here are compared.
    @Test func `a random request has the signature that botocore gives it`() throws {
        let path =
            ProcessInfo.processInfo.environment["CHATFLEET_SIGNATURES"]
            ?? repositoryRoot + "/Tests/Samples/signatures/botocore.ndjson"
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        for line in lines {
            let made = try JSONDecoder().decode(Case.self, from: Data(line.utf8))
            let signer = AWSSigner(
                credentials: AWSCredentials(
                    accessKeyID: made.accessKey, secretAccessKey: made.secretKey, sessionToken: made.token),
                region: made.region, service: made.service)
            var request = HTTPRequest(
                try #require(HTTPRequest.Method(rawValue: made.method)),
                WebAddress(
                    scheme: .https, host: made.host, path: made.path, query: made.query.map { (name: $0[0], value: $0[1]) }),
                body: Array(made.body))
            for header in made.headers { request.headers.add(header[0], header[1]) }
            let signed = signer.sign(request, at: try #require(Instant(made.date)))
            #expect(signed.headers["Authorization"] == made.authorization, "\(line)")
        }
        print("AWSSignerTests compared \(lines.count) signatures")
        #expect(lines.count >= 60)
    }
}

@Suite struct AWSSettingsTests {
    private let config = """
        # comment
        [default]
        region = eu-west-1 ; here
        [profile work]
        region=eu-central-1
        s3 =
            addressing_style = path
        endpoint_url = http://127.0.0.1:9000
        [profile "by sso"]
        sso_session = x
        """
    private let credentials = """
        [default]
        aws_access_key_id = AKIADEFAULT
        aws_secret_access_key = one
        [work]
        aws_access_key_id=AKIAWORK
        aws_secret_access_key=two
        aws_session_token=three
        """

    private func read(_ environment: [String: String]) throws -> AWSSettings {
        let folder = try TemporaryFolder()
        return try AWSSettings.read(
            [
                "AWS_CONFIG_FILE": folder.write("config", config),
                "AWS_SHARED_CREDENTIALS_FILE": folder.write("credentials", credentials),
            ].merging(environment) { $1 })
    }

    @Test func `files are read by profile`() throws {
        let first = try read([:])
        #expect(first.credentials.accessKeyID == "AKIADEFAULT")
        #expect(first.region == "eu-west-1")
        #expect(first.endpoint == nil)
        let work = try read(["AWS_PROFILE": "work"])
        #expect(work.credentials.secretAccessKey == "two")
        #expect(work.credentials.sessionToken == "three")
        #expect(work.region == "eu-central-1")
        #expect(work.endpoint?.text == "http://127.0.0.1:9000/")
    }

    @Test func `the environment comes first`() throws {
        let settings = try read([
            "AWS_ACCESS_KEY_ID": "AKIAENV", "AWS_SECRET_ACCESS_KEY": "four", "AWS_REGION": "us-west-2",
            "AWS_ENDPOINT_URL": "https://one.example", "AWS_ENDPOINT_URL_S3": "https://two.example",
        ])
        #expect(settings.credentials.accessKeyID == "AKIAENV")
        #expect(settings.credentials.sessionToken == nil)
        #expect(settings.region == "us-west-2")
        #expect(settings.endpoint?.host == "two.example")
    }

    @Test(arguments: [
        (["AWS_ACCESS_KEY_ID": "AKIA"], "AWS_ACCESS_KEY_ID is set, AWS_SECRET_ACCESS_KEY is not"),
        (["AWS_PROFILE": "nobody"], "there are no AWS credentials"),
        (["AWS_PROFILE": "by sso"], "the AWS profile by sso has its credentials by sso_session, which chatfleet does not read"),
        (["AWS_ENDPOINT_URL": "https://user:secret@x"], "AWS_ENDPOINT_URL is no http or https address without a user"),
    ])
    func `what can't be used is said, without secrets`(environment: [String: String], what: String) throws {
        do {
            _ = try read(environment)
            Issue.record("no error")
        } catch let error as ToolError {
            #expect(error.exitCode == .badInput)
            #expect(error.what.hasPrefix(what), "\(error)")
            #expect(!"\(error)".contains("secret@"))
        }
    }
}
