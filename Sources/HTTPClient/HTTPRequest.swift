/// What is asked of a server.
public struct HTTPRequest: Sendable {
    public enum Method: String, Sendable {
        case get = "GET"
        case head = "HEAD"
        case put = "PUT"
        case post = "POST"
        case delete = "DELETE"
    }

    public var method: Method
    public var address: WebAddress
    public var headers: HTTPHeaders
    public var body: [UInt8]
    /// May it be sent again when it is not known whether it arrived? What only reads may.
    public var isRepeatable: Bool

    public init(_ method: Method, _ address: WebAddress, headers: HTTPHeaders = [:], body: [UInt8] = []) {
        self.method = method
        self.address = address
        self.headers = headers
        self.body = body
        isRepeatable = method == .get || method == .head
    }
}

/// What a server answered. Any status is an answer: what it means is for the caller to say.
public struct HTTPResponse: Sendable {
    public let status: Int
    public let headers: HTTPHeaders
    public let body: [UInt8]

    public init(status: Int, headers: HTTPHeaders = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    public var isSuccess: Bool { (200..<300).contains(status) }
}

/// Header fields in their order; names compare without case.
public struct HTTPHeaders: Sendable, ExpressibleByDictionaryLiteral {
    public private(set) var fields: [(name: String, value: String)]

    public init(dictionaryLiteral elements: (String, String)...) { fields = elements.map { ($0, $1) } }

    /// The first field of that name. Setting replaces all of them; nil takes them away.
    public subscript(_ name: String) -> String? {
        get { fields.first { $0.name.lowercased() == name.lowercased() }?.value }
        set {
            fields.removeAll { $0.name.lowercased() == name.lowercased() }
            if let newValue { fields.append((name, newValue)) }
        }
    }

    public mutating func add(_ name: String, _ value: String) { fields.append((name, value)) }
}
