import Foundation
import Testing

@testable import NetTaskSpec

@Test func theDesignsExampleIsReadAsMeant() throws {
    // given
    let file = fixtures.appendingPathComponent("Good/design.nettask.yaml")

    // when
    let result = SpecReader.read(paths: [file.path])

    // then
    #expect(result.diagnostics.map(\.description) == [])
    let spec = try #require(result.specs.first)
    #expect(spec.client.swift == "JSONPlaceholder")
}
