internal import NetTaskSpec

extension ImportFolder.Contents {
    /// What the last import decided for the whole client, and what the next one has to keep to.
    package struct Settings: Sendable, Equatable {
        /// The Swift namespace.
        package var client: String
        /// What stands between the words of names on the wire: the team's own names go by it too.
        package var separator: String
    }

    /// nil where there was no import yet.
    package var settings: Settings? {
        for file in base {
            let (root, _) = YAMLNode.reading(Array(file.text.utf8), path: file.name)
            guard let root, let client = root["client"]?.text else { continue }
            return Settings(client: client, separator: root["defaults"]?["separator"]?.text ?? "underscore")
        }
        return nil
    }
}

extension YAMLNode {
    fileprivate subscript(key: String) -> YAMLNode? {
        guard case .mapping(let entries) = content else { return nil }
        return entries.first { $0.key == key }?.value
    }

    fileprivate var text: String? {
        if case .scalar(let scalar) = content { scalar.text } else { nil }
    }
}
