#if Observability
    public import NetTaskHTTP
    public import Tracing

    extension NetTaskOption {
        /// Makes the spans of the task's attempts children of the current span. Without it, each span begins a new trace,
        /// because a queue makes attempts outside of the caller's context.
        ///
        ///     try await queue.run(GetPost(id: 1), .inCurrentContext)
        public static var inCurrentContext: NetTaskOption {
            .inContext(ServiceContext.current ?? .topLevel)
        }

        /// Makes the spans of the task's attempts children of the span in this context.
        public static func inContext(_ context: ServiceContext) -> NetTaskOption {
            .forHandler(context)
        }
    }

    extension HTTPOperation {
        /// The context of the last `NetTaskOption.inContext(_:)`.
        var serviceContext: ServiceContext? {
            context.handlerOptions.last { $0 is ServiceContext } as? ServiceContext
        }
    }
#endif
