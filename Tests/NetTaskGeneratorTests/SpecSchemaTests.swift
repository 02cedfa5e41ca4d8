import Foundation
import Testing

@testable import NetTaskAuthoring

/// Whether it says the same as the decoder about good and bad specs is for `Scripts/check-schema`.
@Suite("The JSON Schema of specs")
struct SpecSchemaTests {
    @Test("is the file in Specs; if not: nettask schema > Specs/nettask.schema.json")
    func file() throws {
        let file = "\(Toolchain.packageFolder)/Specs/nettask.schema.json"
        #expect(try String(contentsOfFile: file, encoding: .utf8) == SpecSchema.text)
    }

    @Test("is JSON")
    func json() throws {
        #expect(try JSONSerialization.jsonObject(with: Data(SpecSchema.text.utf8)) is [String: Any])
    }
}
