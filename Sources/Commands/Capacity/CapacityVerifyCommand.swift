import Capacity
import CommandLine
import FleetCore
import Reporting

/// `chatfleet capacity verify`.
enum CapacityVerifyCommand {
    static let command = Command(
        CommandSpec(
            "capacity verify", group: .planning, purpose: "the designs' own figures, computed and compared with what they print",
            discussion: """
                Every figure that the designs print as following from others is computed from their assumptions and list prices. \
                A figure reproduces when it is within half a unit of the last digit printed. Calibrated: its formula takes a value \
                that the text does not state and that was chosen so that figures come out. Quoted: it starts from a total that the \
                text gives without its parts. No figure is copied into a result: what has no inputs is said to have none.
                """,
            examples: [
                Example("chatfleet capacity verify", "all 162 figures"),
                Example("chatfleet capacity verify --format csv > figures.csv", "the same for a spreadsheet"),
            ])
    ) { _, context in
        try context.emit(Report(try Verification.ofTheDesigns()))
        return .success
    }
}

extension Report {
    fileprivate init(_ verification: Verification) {
        self.init(
            "capacity verify", title: "The designs' figures, stated and computed",
            columns: [
                .text("id", "figure"), .text("section", "section").dispensable(3), Column("stated", "stated", .figure),
                .text("unit", "unit").dispensable(2),
                .text("bound", "bound").hidden, Column("computed", "computed", .figure).absent("none"),
                .text("exact", "exact").hidden, Column("deviation", "deviation", .share(.nearest)).absent(""),
                Column("tolerance", "tolerance", .share(.nearest)).dispensable(4), .text("basis", "from").dispensable(1),
                .text("calibrated", "calibrated").hidden, .text("note", "note").hidden,
            ])
        for (name, header, count) in [
            ("reproduces", "reproduce", verification.count(.reproduces)),
            ("from_stated", "from what is stated", verification.count(.stated)),
            ("from_calibrated", "with a calibrated value", verification.count(.calibrated)),
            ("from_quoted", "from a quoted total", verification.count(.quoted)),
            ("deviates", "deviate", verification.count(.deviates)),
            ("not_derivable", "can't be derived", verification.count(.notDerivable)),
        ] {
            summarise(.count(name, header), .integer(Int64(count)))
        }
        for check in verification.checks { add(check) }
        notes.append(
            "Deviation: computed over stated, less 1. Tolerance: half a unit of the last digit printed. A figure with < or > is a "
                + "bound. From: stated assumptions and list prices; with a calibrated value; from a total that the text quotes.")
    }

    private mutating func add(_ check: FigureCheck) {
        let figure = check.figure
        let bound =
            switch figure.how {
            case .below: "< "
            case .above: "> "
            case .value, .estimated: ""
            }
        let stated = figure.stated.number
        let isBound = !bound.isEmpty
        add(
            .text(figure.id), .text(figure.section),
            .written(people: bound + FigureText.number(stated), programs: stated.decimalText()), .text("\(figure.stated.unit)"),
            .text(isBound ? figure.how.rawValue : ""), check.computed.map { .figure($0.number) } ?? .noData,
            .text(check.computed?.number.exactText), isBound ? .blank : .real(check.deviation?.double),
            isBound ? .blank : .real(figure.tolerance.double), .text(check.basis.rawValue),
            .text(check.calibrated.joined(separator: " ")), .text(check.note), mark: Report.mark(check))
    }

    private static func mark(_ check: FigureCheck) -> Mark {
        switch check.verdict {
        case .reproduces: .ok(check.figure.how == .estimated ? "reproduces, estimated" : "reproduces")
        case .deviates: .bad("deviates")
        case .notDerivable: .unknown(check.note)
        }
    }
}
