import ArgumentParser

@main
struct NetTaskTool: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "nettask")
}
