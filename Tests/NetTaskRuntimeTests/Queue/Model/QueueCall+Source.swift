import NetTaskRuntime

/// Calls written as Swift source, so that what a failed test prints can be pasted into a test.
extension QueueStep: CustomStringConvertible {
    var description: String { "QueueStep(\(now), \(call))" }
}

extension QueueCall: CustomStringConvertible {
    var description: String {
        switch self {
        case .add(let number, let terms): ".add(\(number), \(terms))"
        case .succeed(let number, let attempt): ".succeed(\(number), attempt: \(attempt))"
        case .fail(let number, let attempt, let wait):
            ".fail(\(number), attempt: \(attempt), retryAfter: \(wait.map(String.init) ?? "nil"))"
        case .cancel(let number): ".cancel(\(number))"
        case .cancelAll(let numbers): ".cancelAll(\(numbers))"
        case .setPriority(let priority, let number): ".setPriority(.\(priority), of: \(number))"
        case .raisePriority(let priority, let number): ".raisePriority(.\(priority), of: \(number))"
        case .addDependency(let number, let dependency): ".addDependency(of: \(number), \(dependency))"
        case .setLimit(let limit): ".setLimit(\(limit))"
        case .setLimitPerKey(let limit): ".setLimitPerKey(\(limit))"
        case .setOrder(let order): ".setOrder(.\(order))"
        case .suspend: ".suspend"
        case .resume: ".resume"
        case .release: ".release"
        case .shutDown: ".shutDown"
        case .passTime: ".passTime"
        }
    }
}

extension PlainTerms: CustomStringConvertible {
    var description: String {
        var parts: [String] = []
        if priority != .normal { parts.append("priority: .\(priority)") }
        if let key { parts.append("key: \"\(key)\"") }
        if group != 0 { parts.append("group: \(group)") }
        if let notBefore { parts.append("notBefore: \(notBefore)") }
        if let expiry { parts.append("expiry: \(expiry)") }
        if let timeout { parts.append("timeout: \(timeout)") }
        if let deadline { parts.append("deadline: \(deadline)") }
        if !dependencies.isEmpty { parts.append("dependencies: \(dependencies)") }
        return "PlainTerms(\(parts.joined(separator: ", ")))"
    }
}

extension PlainDependency: CustomStringConvertible, CustomDebugStringConvertible {
    var description: String { onFailure == .cancel ? "PlainDependency(on: \(on))" : "PlainDependency(on: \(on), .run)" }
    var debugDescription: String { description }
}

extension QueueSetup: CustomStringConvertible {
    var description: String { "QueueSetup(limit: \(limit), limitPerKey: \(limitPerKey), order: .\(order))" }
}
