/// The subject of a figure: a group of the report, in its order.
public enum Concern: String, CaseIterable, Codable, Sendable {
    case json
    case packing
    case queue
    case http
    case durable
    case postgresql
    case building
    case importing

    public var title: String {
        switch self {
        case .json: "JSON"
        case .packing: "Packing requests"
        case .queue: "The queue"
        case .http: "Requests over async-http-client"
        case .durable: "Durable tasks"
        case .postgresql: "Durable tasks on PostgreSQL"
        case .building: "Building"
        case .importing: "Importing and generating"
        }
    }
}
