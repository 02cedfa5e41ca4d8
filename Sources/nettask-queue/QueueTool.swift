@main
struct QueueTool {
    static func main() {}
}
