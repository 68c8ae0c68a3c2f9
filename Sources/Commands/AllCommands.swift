import CommandLine

/// Every command, in the order of the top help. A new command is a file and a line here.
let allCommands: [Command] = [
    CrashFreeCommand.command,
    DecryptFailuresCommand.command,
    QueueAgesCommand.command,
    VersionsCommand.command,
    InstallCommand.command,
    FlagsKillCommand.command,
    FlagsUnkillCommand.command,
    FlagsRolloutCommand.command,
    FlagsPublishCommand.command,
    FlagsRollbackCommand.command,
    FlagsHistoryCommand.command,
    IngestReportsCommand.command,
    StoreMigrateCommand.command,
    StoreStatusCommand.command,
    StoreVerifyCommand.command,
    StoreForgetCommand.command,
    QueriesListCommand.command,
    QueriesShowCommand.command,
    QueriesPathCommand.command,
    CapacityVerifyCommand.command,
    SimulateReconnectStormCommand.command,
    SimulatePushOutageCommand.command,
    SimulateRebuildStormCommand.command,
    DemoCommand.command,
    SimulateFleetCommand.command,
    DoctorCommand.command,
    CompletionCommand.command,
]

let registry = Registry(
    program: "chatfleet", purpose: "runs a fleet of chat clients from its own telemetry",
    commands: allCommands.map(\.spec), globalOptions: GlobalOptions.all)
