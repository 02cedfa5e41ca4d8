#if Observability
    public import NetTaskHTTP
    public import Tracing

    extension NetTaskOption {
        /// Makes the spans of the task's attempts children of the span in which the task is added. A queue makes attempts
        /// apart from who adds the task, so that without this each span begins a trace of its own.
        ///
        ///     try await queue.run(GetPost(id: 1), .inCurrentContext)
        public static var inCurrentContext: NetTaskOption {
            .inContext(ServiceContext.current ?? .topLevel)
        }

        /// Makes the spans of the task's attempts children of the span of that context.
        public static func inContext(_ context: ServiceContext) -> NetTaskOption {
            .forHandler(context)
        }
    }

    extension HTTPOperation {
        /// What was given by `NetTaskOption.inContext(_:)`, the last time if there were several.
        var serviceContext: ServiceContext? {
            context.handlerOptions.last { $0 is ServiceContext } as? ServiceContext
        }
    }
#endif
