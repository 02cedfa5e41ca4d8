#if ServiceLifecycle
    import Logging
    import NetTaskDurable
    import NetTaskRuntime
    import NetTaskServiceLifecycle
    import NetTaskTesting
    import ServiceLifecycle
    import ServiceLifecycleTestKit
    import Testing

    @Suite("A queue as a service", .timeLimit(.minutes(5)))
    struct NetTaskQueueServiceTests {
        private let clock = TestClock()
        private let handler = HTTPManualHandler()

        private func queue() -> HTTPNetTaskQueue {
            HTTPNetTaskQueue(limit: 1, handler: handler, clock: clock)
        }

        @Test("at a graceful shutdown, it starts no tasks and lets running ones end")
        func gracefulShutdown() async throws {
            let queue = queue()
            let first = queue.add(PlaceOrder(article: 1))
            let second = queue.add(PlaceOrder(article: 2))
            let attempt = try await handler.next()

            try await testGracefulShutdown { trigger in
                async let end: Void = NetTaskQueueService(queue).run()
                trigger.triggerGracefulShutdown()
                try await clock.sleeper(until: .seconds(25))
                attempt.succeed(.json("7"))
                await end
            }

            #expect(try await first.value == 7)
            await #expect(throws: NetTaskError<PlaceOrder.Failure>.self) { try await second.value }
            #expect(handler.requests.count == 1)
        }

        @Test("tasks that exceed the grace time are cancelled")
        func grace() async throws {
            let queue = queue()
            queue.add(PlaceOrder(article: 1))
            let attempt = try await handler.next()

            try await testGracefulShutdown { trigger in
                async let end: Void = NetTaskQueueService(queue, grace: .seconds(3)).run()
                trigger.triggerGracefulShutdown()
                try await clock.sleeper(until: .seconds(3))
                #expect(!attempt.isCancelled)
                clock.move(by: .seconds(3))
                await end
            }

            #expect(attempt.isCancelled)
        }

        @Test("when it is cancelled, it cancels running tasks at once")
        func cancellation() async throws {
            let queue = queue()
            queue.add(PlaceOrder(article: 1))
            let attempt = try await handler.next()

            let service = Task { await NetTaskQueueService(queue).run() }
            service.cancel()
            await service.value

            #expect(attempt.isCancelled)
            #expect(clock.now.offset == .zero)
        }

        @Test("a group of services ends with its queues")
        func group() async throws {
            let queue = queue()
            let durable = DurableHTTPNetTaskQueue(store: MemoryTaskStore(), handler: handler)
            let group = ServiceGroup(
                services: [NetTaskQueueService(queue), DurableNetTaskQueueService(durable)],
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            )
            async let end: Void = group.run()
            let handle = try await durable.enqueue(PlaceOrder(article: 1))
            try await handler.next().succeed(.json("7"))
            #expect(try await handle.value == 7)

            await group.triggerGracefulShutdown()
            try await end

            guard case .failure(.cancelled(.queueShutDown)) = await queue.add(PlaceOrder(article: 2)).result else {
                Issue.record("The queue goes on")
                return
            }
        }
    }
#endif
