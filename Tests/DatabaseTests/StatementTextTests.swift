import Testing

@testable import Database

struct StatementTextTests {
    @Test func `a name has one number however often it occurs`() {
        let statement = StatementText("select :b, :a, :b", for: .postgres)
        #expect(statement.text == "select $1, $2, $1")
        #expect(statement.names == ["b", "a"])
        #expect(StatementText("select :b, :a, :b", for: .sqlite).text == "select :b, :a, :b")
    }

    @Test(arguments: [
        ("select ':no', :yes", "select ':no', $1"),
        ("select 'it''s :no', :yes", "select 'it''s :no', $1"),
        ("select E'\\':no', :yes", "select E'\\':no', $1"),
        ("select '\\', :yes", "select '\\', $1"),
        ("select name'\\', :yes", "select name'\\', $1"),
        ("select \"a:no\"\"b:no\", :yes", "select \"a:no\"\"b:no\", $1"),
        ("select 1 -- :no\n, :yes", "select 1 -- :no\n, $1"),
        ("select 1 /* :no /* :no */ :no */, :yes", "select 1 /* :no /* :no */ :no */, $1"),
        ("select $$ :no $$, $x$ $$ :no $x$, :yes", "select $$ :no $$, $x$ $$ :no $x$, $1"),
        ("select a$b, :yes", "select a$b, $1"),
        ("select :yes::text, '1'::int", "select $1::text, '1'::int"),
        ("select a[1:2], :yes", "select a[1:2], $1"),
        ("select : no, :1, :yes", "select : no, :1, $1"),
        ("select (:yes)", "select ($1)"),
        ("select :yes", "select $1"),
    ])
    func `only a parameter is taken for one`(text: String, expected: String) {
        let statement = StatementText(text, for: .postgres)
        #expect(statement.text == expected)
        #expect(statement.names == ["yes"])
    }

    @Test(arguments: ["select ':no", "select \":no", "select 1 -- :no", "select 1 /* :no", "select $$ :no", "select E':no\\"])
    func `what is not closed goes to the end`(text: String) {
        #expect(StatementText(text, for: .postgres).names.isEmpty)
        #expect(StatementText(text, for: .postgres).text == text)
    }

    @Test func `comments don't nest on SQLite, and backticks quote there`() {
        #expect(StatementText("/* /* */ select :a, `:b`", for: .sqlite).names == ["a"])
    }

    @Test func `names may be long, have digits and other letters`() {
        #expect(StatementText("select :from_day2, :größe, :_x", for: .postgres).names == ["from_day2", "größe", "_x"])
    }
}
