import Figures

/// A part of the measurements, with a file of results of its own.
enum Part: String, CaseIterable {
    case cold
    case compile
    case size
    case rebuild
    case `import`

    func measure(_ settings: Settings, _ recorder: inout Recorder) throws {
        switch self {
        case .cold: try ColdBuild(settings: settings).measure(&recorder)
        case .compile: try ClientCompile(settings: settings).measure(&recorder)
        case .size: try BinarySize(settings: settings).measure(&recorder)
        case .rebuild: try Rebuild(settings: settings).measure(&recorder)
        case .import: try ImportCost(settings: settings).measure(&recorder)
        }
    }
}

extension Recorder {
    mutating func leaveOutDocuments(_ what: String) throws {
        try leaveOut("\(what): give `DOCUMENTS=folder`, with petstore.yaml, openai.yaml and github.yaml.")
    }

    mutating func leaveOutPeer(_ what: String) throws {
        try leaveOut(
            "\(what): give `SOG=folder`, with clones of swift-openapi-generator and swift-openapi-runtime."
        )
    }
}
