#if ServiceLifecycle
    import NetTaskDurable
    import NetTaskRuntime
    import NetTaskServiceLifecycle
    import NetTaskTesting
    import ServiceLifecycle
    import ServiceLifecycleTestKit
    import Testing

    @Suite("A durable queue as a service", .timeLimit(.minutes(5)))
    struct DurableNetTaskQueueServiceTests {
        private let clock = TestClock()
        private let handler = HTTPManualHandler()

        private func queue(_ opened: OpenedStore) -> DurableHTTPNetTaskQueue {
            DurableHTTPNetTaskQueue(store: opened.store, handler: handler, limit: 1) { [clock] in
                $0.clock = clock
                $0.wallClock = { clock.date }
            }
        }

        @Test(
            "runs due tasks; at a graceful shutdown, it claims no more and lets runs end",
            arguments: StoreKind.allCases
        )
        func gracefulShutdown(_ kind: StoreKind) async throws {
            let opened = try OpenedStore(kind)
            let queue = queue(opened)
            let first = try await queue.enqueue(PlaceOrder(article: 1))
            let second = try await queue.enqueue(PlaceOrder(article: 2))

            try await testGracefulShutdown { trigger in
                async let end: Void = DurableNetTaskQueueService(queue).run()
                let attempt = try await handler.next()
                trigger.triggerGracefulShutdown()
                try await clock.sleeper(until: .seconds(25))
                attempt.succeed(.json("7"))
                await end
            }

            #expect(try await first.value == 7)
            #expect(try await second.status().state == .waiting)
            #expect(handler.requests.count == 1)
            await opened.store.close()
        }

        @Test("a run that exceeds the grace time is returned, and does not count", arguments: StoreKind.allCases)
        func grace(_ kind: StoreKind) async throws {
            let opened = try OpenedStore(kind)
            let queue = queue(opened)
            let handle = try await queue.enqueue(PlaceOrder(article: 1))

            try await testGracefulShutdown { trigger in
                async let end: Void = DurableNetTaskQueueService(queue, grace: .seconds(3)).run()
                let attempt = try await handler.next()
                trigger.triggerGracefulShutdown()
                try await clock.sleeper(until: .seconds(3))
                #expect(!attempt.isCancelled)
                clock.move(by: .seconds(3))
                await end
                #expect(attempt.isCancelled)
            }

            #expect(try await handle.status().state == .waiting)
            #expect(try await handle.status().runCount == 0)
            #expect(try await queue.runs(of: handle.id).map(\.outcome) == [.returned])
            await opened.store.close()
        }

        @Test("when it is cancelled, it returns running tasks at once", arguments: StoreKind.allCases)
        func cancellation(_ kind: StoreKind) async throws {
            let opened = try OpenedStore(kind)
            let queue = queue(opened)
            let handle = try await queue.enqueue(PlaceOrder(article: 1))

            let service = Task { await DurableNetTaskQueueService(queue).run() }
            let attempt = try await handler.next()
            service.cancel()
            await service.value

            #expect(attempt.isCancelled)
            #expect(clock.now.offset == .zero)
            #expect(try await handle.status().state == .waiting)
            await opened.store.close()
        }

        @Test("when it is cancelled within the grace time, it stops waiting")
        func cancellationWithinGrace() async throws {
            let opened = try OpenedStore(.memory)
            let queue = queue(opened)
            let handle = try await queue.enqueue(PlaceOrder(article: 1))

            try await testGracefulShutdown { trigger in
                let service = Task { await DurableNetTaskQueueService(queue).run() }
                _ = try await handler.next()
                trigger.triggerGracefulShutdown()
                try await clock.sleeper(until: .seconds(25))
                service.cancel()
                await service.value
            }

            #expect(clock.now.offset == .zero)
            #expect(try await handle.status().state == .waiting)
        }

        @Test("tasks that are enqueued meanwhile are kept for another queue")
        func enqueueing() async throws {
            let opened = try OpenedStore(.memory)
            let queue = queue(opened)

            await testGracefulShutdown { trigger in
                trigger.triggerGracefulShutdown()
                await DurableNetTaskQueueService(queue).run()
            }
            let handle = try await queue.enqueue(PlaceOrder(article: 1))

            let other = self.queue(opened)
            other.register(PlaceOrder.self)
            other.start()
            try await handler.next().succeed(.json("7"))
            #expect(try await handle.value == 7)
        }
    }
#endif
