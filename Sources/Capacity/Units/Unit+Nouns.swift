/// What the designs count. A new noun is a line here and its place in the list below.
extension Unit {
    // People and what they hold.
    public static let user = noun("user")
    public static let device = noun("device")
    public static let phone = noun("phone")
    public static let install = noun("install")
    public static let member = noun("member")
    public static let follower = noun("follower")
    public static let version = noun("version")
    public static let key = noun("key")
    // What happens.
    public static let message = noun("message")
    public static let recipient = noun("recipient")
    public static let delivery = noun("delivery", "deliveries")
    public static let envelope = noun("envelope")
    public static let receipt = noun("receipt")
    public static let receiptKind = noun("receipt-kind")
    public static let push = noun("push", "pushes")
    public static let ping = noun("ping")
    public static let open = noun("open")
    public static let fetch = noun("fetch", "fetches")
    public static let lookup = noun("lookup")
    public static let operation = noun("op")
    public static let request = noun("request")
    public static let connection = noun("connection")
    public static let refresh = noun("refresh", "refreshes")
    public static let sync = noun("sync", "syncs")
    public static let action = noun("action")
    public static let batch = noun("batch", "batches")
    public static let session = noun("session")
    public static let receive = noun("receive")
    public static let retry = noun("retry", "retries")
    public static let query = noun("query", "queries")
    // What is kept or carried.
    public static let file = noun("file")
    public static let download = noun("download")
    public static let part = noun("part")
    public static let page = noun("page")
    public static let image = noun("image")
    public static let post = noun("post")
    public static let entry = noun("entry", "entries")
    public static let item = noun("item")
    public static let object = noun("object")
    public static let record = noun("record")
    public static let row = noun("row")
    public static let character = noun("char")
    public static let backup = noun("backup")
    public static let path = noun("path")
    public static let configuration = noun("configuration")
    // What it runs on.
    public static let region = noun("region")
    public static let zone = noun("zone")
    public static let task = noun("task")
    public static let socket = noun("socket")
    public static let shard = noun("shard")
    public static let node = noun("node")
    public static let broker = noun("broker")
    public static let host = noun("host")
    public static let balancer = noun("balancer")
    public static let gateway = noun("gateway")
    public static let address = noun("address", "addresses")
    public static let stream = noun("stream")
    public static let table = noun("table")
    public static let consumer = noun("consumer")
    public static let vcpu = noun("vCPU")
    public static let balancerUnit = noun("LCU")
    public static let networkBalancerUnit = noun("NLCU")
    public static let metric = noun("metric")
    public static let alarm = noun("alarm")
    /// DynamoDB's capacity units. A unit a second that is provisioned for an hour is a `WCU`, or an `RCU`, an hour.
    public static let writeUnit = noun("write-unit")
    public static let readUnit = noun("read-unit")
    public static let payloadUnit = noun("payload-unit")
    public static let count = noun("piece")

    private static func noun(_ singular: String, _ plural: String? = nil) -> Unit { Unit(Label.noun(singular, plural)) }

    static let nouns: [Unit] = [
        user, device, phone, install, member, follower, version, key,
        message, recipient, delivery, envelope, receipt, receiptKind, push, ping, open, fetch, lookup, operation, request,
        connection, refresh, sync, action, batch, session, receive, retry, query,
        file, download, part, page, image, post, entry, item, object, record, row, character, backup, path, configuration,
        region, zone, task, socket, shard, node, broker, host, balancer, gateway, address, stream, table, consumer, vcpu,
        balancerUnit, networkBalancerUnit, metric, alarm, writeUnit, readUnit, payloadUnit, count,
    ]
}
