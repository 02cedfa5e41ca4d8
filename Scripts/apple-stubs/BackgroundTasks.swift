// https://developer.apple.com/documentation/backgroundtasks/bgtaskscheduler
public import AppleFoundation

public class BGTaskScheduler: NSObject {
    public class var shared: BGTaskScheduler { fatalError() }
    @discardableResult
    public func register(
        forTaskWithIdentifier identifier: String,
        using queue: DispatchQueue?,
        launchHandler: @escaping (BGTask) -> Void
    ) -> Bool { fatalError() }
    public func submit(_ taskRequest: BGTaskRequest) throws {}
}

// Not Sendable, as in Apple's header.
public class BGTask: NSObject {
    public var identifier: String { fatalError() }
    public var expirationHandler: (() -> Void)?
    public func setTaskCompleted(success: Bool) {}
}

public class BGTaskRequest: NSObject {
    public var earliestBeginDate: Date?
}
public class BGAppRefreshTaskRequest: BGTaskRequest {
    public init(identifier: String) {}
}
public class BGProcessingTaskRequest: BGTaskRequest {
    public init(identifier: String) {}
    public var requiresNetworkConnectivity: Bool {
        get { fatalError() }
        set {}
    }
    public var requiresExternalPower: Bool {
        get { fatalError() }
        set {}
    }
}

// https://developer.apple.com/documentation/backgroundtasks/bgcontinuedprocessingtask: iOS alone has it.
@available(iOS 26, *)
@available(macOS, unavailable)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
@available(visionOS, unavailable)
public class BGContinuedProcessingTask: BGTask {
    public var progress: Progress { fatalError() }
    public func updateTitle(_ title: String, subtitle: String) {}
}
@available(iOS 26, *)
@available(macOS, unavailable)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
@available(visionOS, unavailable)
public class BGContinuedProcessingTaskRequest: BGTaskRequest {
    public enum SubmissionStrategy: Int, Sendable { case fail, queue }
    public init(identifier: String, title: String, subtitle: String) {}
    public var strategy: SubmissionStrategy {
        get { fatalError() }
        set {}
    }
}
