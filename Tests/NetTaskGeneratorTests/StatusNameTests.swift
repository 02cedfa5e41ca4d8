import HTTPTypes
import NetTaskRuntime
import NetTaskSpec
import Testing

@Suite("Names of statuses")
struct StatusNameTests {
    @Test("are those of the runtime's errors")
    func statusErrors() {
        for code in 300...599 {
            // when
            let error = StatusError(reply: HTTPReply(status: HTTPResponse.Status(code: code)))
            let name = StatusNames.name(of: .code(code))
            // then
            let hasName = name != "status\(code)"
            #expect(Mirror(reflecting: error).children.first?.label == (hasName ? name : "other"))
        }
    }
}
