import CommandLine

/// Every command, in the order of the top help. A new command is a file and a line here.
let allCommands: [Command] = [
    StoreMigrateCommand.command,
    StoreStatusCommand.command,
    QueriesListCommand.command,
    QueriesShowCommand.command,
    QueriesPathCommand.command,
    SimulateFleetCommand.command,
    DoctorCommand.command,
    CompletionCommand.command,
]

let registry = Registry(
    program: "chatfleet", purpose: "runs a fleet of chat clients from its own telemetry",
    commands: allCommands.map(\.spec), globalOptions: GlobalOptions.all)
