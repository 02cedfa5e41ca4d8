import Foundation
import Testing

@testable import NetTaskSpec

/// `style: brackets` of what is no list.
@Suite struct BracketsTests {
    @Test("dictionaries and shapes can be written with brackets")
    func style() throws {
        // when
        let file = fixtures.appendingPathComponent("Good/brackets.nettask.yaml")
        let spec = try read(String(contentsOf: file, encoding: .utf8))

        // then
        #expect(spec.endpoints[0].params.map(\.style) == [.brackets, .brackets])
        guard case .object(let fields) = spec.shapes[2].kind else {
            Issue.record("it is no object")
            return
        }
        #expect(fields.map(\.style) == [nil, .brackets, .brackets])
    }
}
