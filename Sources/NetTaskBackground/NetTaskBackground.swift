#if os(iOS) || os(tvOS)
    import BackgroundTasks
    import Foundation
    public import NetTaskDurable

    #if os(iOS)
        public import NetTaskCore
    #endif

    /// Runs the tasks of a durable queue in background tasks of the system, and suspends its store while the app is in the
    /// background.
    ///
    ///     let background = NetTaskBackground(queue, refresh: "com.example.app.refresh", processing: "com.example.app.send")
    ///
    /// Add the identifiers to `BGTaskSchedulerPermittedIdentifiers` in the Info.plist of the app, and the modes `fetch` (for
    /// `refresh`) and `processing` to `UIBackgroundModes`.
    ///
    /// The system decides whether and when it starts a background task. Each run schedules the next one from the report of the
    /// drain: for the date of the next task, with the conditions that the tasks require. Due tasks that a short run could not
    /// finish, and tasks that require power, are left to a long run if `processing` is given.
    public final class NetTaskBackground: Sendable {
        private let refresh: String?
        private let processing: String?
        private let work: BackgroundWork

        /// Makes an object for a queue. Keep it as long as the app runs.
        ///
        /// - Parameters:
        ///   - queue: the queue. It may be started, so that it also runs tasks in the foreground.
        ///   - refresh: the identifier of short runs (`BGAppRefreshTask`). Default: `nil`, no short runs.
        ///   - processing: the identifier of long runs (`BGProcessingTask`). Default: `nil`, no long runs.
        ///   - usesNetwork: whether all tasks need a network, even those that do not require one. Default: `true`.
        public init<Request, Reply>(
            _ queue: DurableNetTaskQueue<Request, Reply>,
            refresh: String? = nil,
            processing: String? = nil,
            usesNetwork: Bool = true
        ) {
            self.refresh = refresh
            self.processing = processing
            var kinds: Set<BackgroundPlan.Kind> = []
            if refresh != nil { kinds.insert(.refresh) }
            if processing != nil { kinds.insert(.processing) }
            work = BackgroundWork(queue, kinds, usesNetwork: usesNetwork, now: { Date() }) { plan in
                Self.submit(plan, plan.kind == .refresh ? refresh : processing)
            }
        }

        /// Registers the identifiers with the system, once, before the app has finished launching. Leave this out for an
        /// identifier that SwiftUI's `backgroundTask(.appRefresh(_:))` handles, and call ``run()`` there.
        ///
        /// - Returns: whether the system has accepted all identifiers. It rejects those that the Info.plist does not permit.
        @discardableResult
        public func register() -> Bool {
            let identifiers = [refresh, processing].compactMap(\.self)
            return identifiers.map { identifier in
                BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier, using: nil) { [work] task in
                    let task = SystemTask(task: task)
                    let run = Task { task.task.setTaskCompleted(success: await work.run()) }
                    task.task.expirationHandler = { run.cancel() }
                }
            }.allSatisfy(\.self)
        }

        /// Runs the tasks that are due, and schedules the next background task. When the background time is over, SwiftUI
        /// cancels the Swift task: current runs then end without being counted.
        public func run() async {
            _ = await work.run()
        }

        /// Schedules the next background task, and suspends the store. Call it when the scene phase becomes `background`,
        /// within a background task of the app, which keeps the system from suspending the app earlier.
        ///
        /// - Parameter isolation: the actor of the caller. Calls of one actor take effect in their order.
        public func enterBackground(isolation: isolated (any Actor)? = #isolation) async {
            await work.enterBackground()
        }

        /// Resumes the store. Call it when the scene phase becomes `active`.
        ///
        /// - Parameter isolation: the actor of the caller. Calls of one actor take effect in their order.
        /// - Throws: `TaskStoreError` if the store cannot be opened.
        public func enterForeground(isolation: isolated (any Actor)? = #isolation) async throws(TaskStoreError) {
            try await work.enterForeground()
        }

        private static func submit(_ plan: BackgroundPlan, _ identifier: String?) {
            guard let identifier else { return }
            let request: BGTaskRequest
            switch plan.kind {
            case .refresh: request = BGAppRefreshTaskRequest(identifier: identifier)
            case .processing:
                let processing = BGProcessingTaskRequest(identifier: identifier)
                processing.requiresNetworkConnectivity = plan.requiresNetwork
                processing.requiresExternalPower = plan.requiresPower
                request = processing
            }
            request.earliestBeginDate = plan.earliest
            // It fails in the simulator, and if the user has turned background refresh off. The tasks then run in the foreground.
            try? BGTaskScheduler.shared.submit(request)
        }
    }

    /// A background task of the system, whose methods may be called from any thread.
    ///
    /// Unchecked: `BGTask` is not declared as Sendable.
    private struct SystemTask: @unchecked Sendable {
        let task: BGTask
    }

    #if os(iOS)
        @available(iOS 26, *)
        extension NetTaskBackground {
            /// Continues a task that the user has started after the app leaves the foreground, and shows its progress in the
            /// system's interface, where the user can cancel it.
            ///
            ///     let upload = queue.add(UploadVideo(file: file))
            ///     try NetTaskBackground.continue(upload, "com.example.app.upload.\(id)", title: "Video", subtitle: "Uploading")
            ///
            /// The task is cancelled if the user or the system ends the background task. It is not durable: if the app is
            /// terminated, the task is lost.
            ///
            /// - Parameters:
            ///   - handle: a task that was added to a queue.
            ///   - identifier: a new identifier, which a wildcard of `BGTaskSchedulerPermittedIdentifiers` permits.
            ///   - title: the title that the system shows.
            ///   - subtitle: the subtitle that the system shows.
            /// - Throws: the error of the system if it cannot start the background task now. The task continues as long as the
            ///   app runs.
            public static func `continue`<T: NetTask>(
                _ handle: NetTaskHandle<T>,
                _ identifier: String,
                title: String,
                subtitle: String
            ) throws {
                BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier, using: nil) { task in
                    guard let continued = task as? BGContinuedProcessingTask else {
                        return task.setTaskCompleted(success: false)
                    }
                    continued.progress.totalUnitCount = ContinuedProgress.total
                    continued.expirationHandler = { handle.cancel() }
                    let task = SystemTask(task: continued)
                    let shown = continued.progress
                    Task {
                        var progress = ContinuedProgress()
                        for await latest in handle.progress {
                            progress.update(latest)
                            shown.completedUnitCount = progress.completed
                        }
                        var isDone = false
                        if case .success = await handle.result { isDone = true }
                        if isDone { shown.completedUnitCount = ContinuedProgress.total }
                        task.task.setTaskCompleted(success: isDone)
                    }
                }
                let request = BGContinuedProcessingTaskRequest(identifier: identifier, title: title, subtitle: subtitle)
                // Waiting for other work would not be what the user expects of a task that has already begun.
                request.strategy = .fail
                try BGTaskScheduler.shared.submit(request)
            }
        }
    #endif
#endif
