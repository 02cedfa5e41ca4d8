import NetTaskDurable
import Testing

@Suite("Ids of stored tasks")
struct DurableTaskIDTests {
    @Test("are written and read as numbers", arguments: ["", "0", "-1", "x", "9223372036854775808"])
    func text(bad: String) {
        #expect(DurableTaskID("17")?.description == "17")
        #expect(DurableTaskID(bad) == nil)
    }
}
