/// A spec of many endpoints of one kind: six params each, and a reply of five fields.
enum MadeUpSpec {
    static func text(endpoints: Int) -> String {
        var lines = [
            "nettask: 1", "client: Large", "baseURL: https://large.example.com", "access: public", "", "shapes:",
        ]
        for number in 1...endpoints {
            lines.append(
                "  Reply\(number): "
                    + "{fields: {id: Int, title: String, body: String?, score: Double, createdAt: Date}}"
            )
        }
        lines += ["", "endpoints:"]
        for number in 1...endpoints {
            lines += [
                "  Call\(number):",
                "    method: \(number % 2 == 1 ? "GET" : "POST")",
                "    uri: calls/\(number)",
                "    params: {page: Int, text: String, exact: Bool?, tags: [String], since: Date, ratio: Double?}",
                "    response: Reply\(number)",
            ]
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
