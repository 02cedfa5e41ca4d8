/// The keys of what takes long.
extension SpecLanguage {
    static let longRunningKey = optional("longRunning", .map("longRunning"))
        .example(
            """
            endpoints:
              GetPost: {uri: "posts/{id}", params: {id: Int}, response: Post}
              Example:
                method: POST
                uri: posts
                response: Post
                longRunning: {poll: GetPost, done: {body: present}}
            """
        )
        .says(
            "What the request starts takes long: the task polls another endpoint until it is over, and the response of"
        )
        .says("that is its own. `response` is that of the start then, in which the params of the poll are found.")

    package static let longRunning = MappingRule(
        id: "longRunning",
        noun: "`longRunning`",
        summary: """
            How an endpoint is asked, after its first reply, how far that has come which it has started. Whom to ask is in \
            that reply: in the params of the poll, or else in a header `Location`. The wait before each poll is what \
            `Retry-After` says, or `interval`.
            """,
        context: """
            shapes:
              State: {enum: [queued, ready, broken]}
              Job: {fields: {id: Int, state: State, error: String?}}
            endpoints:
              GetJob: {uri: "jobs/{id}", params: {id: Int}, response: Job}
              Example:
                method: POST
                uri: exports
                response: Job
                longRunning:
            """,
        sample: "{poll: GetJob, done: {state: [ready]}}",
        keys: [
            required("poll", .text).example("poll: GetJob\ndone: {state: [ready]}")
                .says("The endpoint that asks, a GET; one of another group with that before it, as in `Jobs.GetJob`."),
            optional("params", .anyOf([.table(.text), .word("none")])).example("poll: GetJob\nparams: {id: id}")
                .says("The params of the poll, and the path of each in the first reply, such as `job.id`. What is not")
                .says("said here has a field of the same name there, or is the param of that name that started it;")
                .says("`none`: whom to ask is always in `Location`. That is what counts where a reply lacks one, too."),
            optional("done", .table(.anyOf([.constant, .list(.constant)])))
                .example("poll: GetJob\ndone: {state: [ready]}")
                .says("When it is over: paths in the response of a poll, with the values that say so. `present` stands")
                .says("for any value of what may be missing. Left out, a poll with another status than 202 says so."),
            optional("failed", .table(.anyOf([.constant, .list(.constant)])))
                .example("poll: GetJob\ndone: {state: ready}\nfailed: {state: broken, error: present}")
                .says(
                    "When it has failed, in the same way, which is looked for first. Of several paths, all have to be so."
                ),
            optional("interval", \LongRunning.interval).harmless.example(
                "poll: GetJob\ndone: {state: ready}\ninterval: 10s"
            )
            .says("The wait before a poll where the latest reply has no `Retry-After`;")
            .says("`\(RuntimeDefaults.pollInterval.text)` unless said."),
            optional("deadline", .duration).example("poll: GetJob\ndone: {state: ready}\ndeadline: 1h")
                .says("The `deadline` of the endpoint: the time that all of it may take, from the start to the end."),
        ]
    )
}
