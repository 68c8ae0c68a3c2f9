import Capacity
import StrictJSON

/// A plan for programs. Values are decimal texts of 17 significant digits, and `exact` fractions.
enum PlanJSON {
    static func text(_ plan: Plan) -> String {
        var json = JSONWriter(.indented)
        json.object { json in
            json.member("schema_version", 1)
            write(plan, &json)
        }
        return json.text
    }

    static func text(_ plans: [Plan], _ account: AccountUse) -> String {
        var json = JSONWriter(.indented)
        json.object { json in
            json.member("schema_version", 1)
            json.key("designs")
            json.array { json in
                for plan in plans { json.object { write(plan, &$0) } }
            }
            json.key("shared_quotas")
            json.array { json in
                for row in account.rows {
                    json.object { json in
                        let scale = row.quota.node.unit.scale
                        json.member("id", row.quota.id)
                        json.member("used", (row.total / scale)?.decimalText())
                        json.member("limit", (row.limit / scale)?.decimalText())
                        json.member("unit", "\(row.quota.node.unit)")
                        json.member("share", row.share?.double)
                        json.member("level", row.level.rawValue)
                    }
                }
            }
            json.member("total_usd_per_month", plans.map(\.total).reduce(0, +).double)
        }
        return json.text
    }

    private static func write(_ plan: Plan, _ json: inout JSONWriter) {
        json.member("design", plan.design.id)
        json.key("nodes")
        json.array { json in for node in plan.graph.nodes { json.raw(line { write(node, plan, &$0) }) } }
        json.key("quotas")
        json.array { json in for use in plan.limits { json.raw(line { write(use, plan, &$0) }) } }
        json.key("costs")
        json.array { json in
            for cost in plan.design.costs {
                let value = plan.value(cost.node)
                json.raw(
                    line {
                        $0.member("id", cost.node.id)
                        $0.member("title", cost.title)
                        $0.member("usd_per_month", value?.double)
                        $0.member("share", value.flatMap { ($0 / plan.total)?.double })
                    })
            }
        }
        json.member("total_id", plan.design.total?.id)
        json.member("total_usd_per_month", plan.design.costs.isEmpty ? nil : plan.total.double)
        json.member("usd_per_daily_user_month", plan.design.costs.isEmpty ? nil : plan.totalPerDailyUser?.double)
        json.key("unpriced")
        json.array { json in for line in plan.unpriced { json.string(line.node.id) } }
        json.key("totals_left_behind")
        json.array { json in for node in plan.totalsLeftBehind { json.string(node.id) } }
        json.member("share_on_calibrated", plan.shareOnCalibrated?.double)
        json.member("share_on_weak_prices", plan.shareOnWeakPrices?.double)
    }

    /// An object on a line of its own.
    private static func line(_ body: (inout JSONWriter) -> Void) -> String {
        var json = JSONWriter()
        json.object(body)
        return json.text
    }

    private static func write(_ node: Node, _ plan: Plan, _ json: inout JSONWriter) {
        let number = plan.number(node)
        json.member("id", node.id)
        json.member("value", number?.decimalText())
        json.member("exact", number?.description)
        json.member("unit", "\(node.unit)")
        json.member("kind", node.kind.rawValue)
        json.member("source", "\(plan.source(of: node))")
    }

    private static func write(_ use: LimitUse, _ plan: Plan, _ json: inout JSONWriter) {
        json.member("id", use.row.share.id)
        json.member("used", plan.number(use.row.used)?.decimalText())
        json.member("limit", plan.limitNumber(use.row)?.decimalText())
        json.member("unit", "\(use.row.used.unit)")
        json.member("share", use.share?.double)
        json.member("level", use.level.rawValue)
        json.member("quota", use.row.quota?.id)
    }
}
