import Foundation
import NetTaskRuntime

extension Checks {
    /// The replies that the generated client reads.
    mutating func checkGeneratedReplies() async {
        begin("the generated client's replies")
        if let text = await response(of: HTTPBin.GetText()) {
            expect(text.contains("∮ E⋅da = Q,  n → ∞, ∑ f(i) = ∏ g(i)"), true, "GetText")
            expect(
                text.contains("ÐÑÒ") || text.contains("አይጥ") || text.contains("გთხოვთ"),
                true,
                "GetText, other scripts"
            )
        }
        if let data = await response(of: HTTPBin.GetBytes(count: 1_000)) { expect(data.count, 1_000, "GetBytes") }
        if let data = await response(of: HTTPBin.GetBytes(count: 0)) { expect(data.count, 0, "GetBytes") }
        if let file = await response(of: HTTPBin.Download(count: 100_000)) {
            expect((try? file.data())?.count, 100_000, "Download")
            expect(file.contentType, "application/octet-stream", "Download")
        }
        if let file = await response(of: HTTPBin.DownloadMaybe(count: 0)) { expect(file == nil, true, "DownloadMaybe") }
        if await response(of: HTTPBin.GetUUID()) != nil { expect(true, true, "GetUUID") }
        if let slides = await response(of: HTTPBin.GetSlides()) {
            expect(slides.map(\.title), ["Wake up to WonderWidgets!", "Overview"], "GetSlides")
            expect(slides.map { $0.items?.count }, [nil, 2], "GetSlides")
        }
        if let show = await response(of: HTTPBin.GetSlideshow()) {
            expect(show.author, "Yours Truly", "GetSlideshow")
            expect(show.subtitle, nil, "GetSlideshow")
        }
        if let person = await response(of: HTTPBin.FindPerson(code: 204)) { expect(person == nil, true, "FindPerson") }
        if case .status(.notFound, _)? = await error(of: HTTPBin.FindPerson(code: 404)) {
            expect(true, true, "FindPerson")
        } else {
            fail("FindPerson: no 404")
        }
        for code in [200, 204, 500] {
            let queue = subject.queue()
            let result = await queue.add(HTTPBin.HeadStatus(code: code)).result
            switch result {
            case .success: expect(code < 300, true, "HeadStatus \(code)")
            case .failure(.status(let error, _)): expect(error.code, code, "HeadStatus")
            case .failure(let error): fail("HeadStatus \(code): \(error)")
            }
        }
    }
}
