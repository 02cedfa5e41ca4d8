import Foundation
import HTTPTypes
import NetTaskRuntime
import Testing

@Test("B20: params of GET go into the query, and there is no body")
func getParamsGoIntoQuery() throws {
    // given
    let task = Blog.ListPosts(userId: 1, tags: ["a", "b"])
    // when
    let message = try task.pack()
    // then
    #expect(message.query == "user_id=1&order=DESC&tags=a,b")
    #expect(message.body == nil)
    #expect(message.headers[.contentType] == nil)
}
