/// A planted fault of a store, to verify that the conformance suite detects it.
enum StoreFault: String, CaseIterable, Sendable {
    // Inserting
    case losesFields, inventsTags, reversesBatches, storesSomethingForNothing, storesOneByOne, dropsUnknownDependencies
    // Claiming
    case claimsBackwards, ignoresPriorities, ignoresDates, claimsLate, ignoresLimits, ignoresKinds, ignoresRequirements
    case looksAtThousand, countsRunsLater, runsWhatHasEnded, ignoresSuspectLimits, takesOneSuspect, suspectsAll
    case handsOutTwice
    // Ends of runs
    case sameTokens, endsWithoutLease, keepsPayloads, losesPayloads, forgetsReplies, inventsReplies,
        keepsPriorityOfFailed
    case ignoresWaits, ignoresNextDates, countsUpToTen, countsPostponed, countsReturned, mixesUpReasons
    case forgetsCancellations, forgetsOldRuns, failsForGood
    case forgetsStarts, losesStarts, keepsStarts
    // Dependencies
    case ignoresDependencies, countsFirstDependency, alwaysCancelsDependents, neverCancelsDependents
    case ignoresLaterDependencies, takesCircles, dependsAtAnyTime
    case hidesDependents, tellsOfTen, tellsTwice, ignoresEndedDependencies, ignoresDatesOfDependents, dropsDependents
    // Groups
    case ignoresGroups, oneGroupForAll, groupsNeverEnd
    // Keys
    case ignoresKeys, alwaysKeeps, alwaysRejects, alwaysReplaces, oneKeyForAll, ignoresKeysInBatches
    case ignoresKeysOfRunning, keysForEver
    // Expiry
    case ignoresExpiry, expiresLate, expiresEarly, expiresRunning, expiresIntoCancelled, cancelsBeforeItExpires
    // Recovery
    case recoversNothing, recoversFromTheLiving, returnsLostLeases, crashesAfterTwo, crashesNever
    case forgetsLostLeases, runsForEver
    // Cancelling, dropping, retrying
    case cancelsNoRunning, tellsOfAllCancelled, cancelsInsteadOfDropping, ignoresNewPriorities, changesPriorityOfEnded
    case retriesNothing, tellsOfAllRetried, retriesCopies, ignoresNewKeys, countsLostLeasesForEver
    // Retention
    case prunesNothing, prunesAllEnded, ignoresRetainedCount, prunesDeadEarly, prunesUndecodable, prunesUnended
    case prunesDependents
    // Queries
    case ignoresPages, ignoresQueryLimits, ignoresQueriedStates, ignoresQueriedKinds, ignoresQueriedReasons
    case ignoresQueriedTags, ignoresQueriedGroups, ignoresQueriedKeys, listsBackwards, countsZeros, mixesUpCounts
    // Waking
    case wakesNever, wakesAtOnce, wakesForAnything, wakesForSuspects, wakesForRunning
    // Changes and closing
    case tellsNobody, closesNothing
    // Batches and operating
    case endsOnlyTheFirst, renewsWhatIsLost, forgetsAttempts, ignoresVersions, ignoresPauses, countsNoFailures
    case auditsBackwards
    // Reopening
    case forgetsHistories, forgetsOrder, forgetsKeys, givesIDsAgain
    // Clocks
    case datesAreAbsolute, clocksNeverGoBack

    /// The name of a check that must detect it.
    var check: String {
        switch self {
        case .losesFields: "Stores all that it is given of a task"
        case .inventsTags: "Stores a task that says nothing but what it must"
        case .reversesBatches: "Stores a batch in its order, with ids that grow"
        case .storesSomethingForNothing: "Does nothing with an empty batch"
        case .storesOneByOne, .dropsUnknownDependencies:
            "Stores nothing of a batch in which one depends on an unknown task, and changes nothing else"
        case .claimsBackwards: "Hands out those that are due at one date by id"
        case .ignoresPriorities: "Hands out the highest priority first"
        case .ignoresDates, .claimsLate: "B39: hands out nothing before its date, and all at its date"
        case .ignoresLimits: "Hands out no more than it is asked for, and the rest next time"
        case .ignoresKinds: "B40: leaves tasks of other kinds where they are, also in front of others"
        case .ignoresRequirements: "Leaves tasks where they are that require what is not there"
        case .looksAtThousand: "Finds what it may hand out behind a thousand that it may not"
        case .countsRunsLater: "B36: counts a run, and has it in the history, before it hands the task out"
        case .runsWhatHasEnded: "Hands out no task that is over, however it ended"
        case .ignoresSuspectLimits: "Hands out those that lost two leases one at a time, and others beside them"
        case .takesOneSuspect: "Hands out as many that lost two leases as it is asked for"
        case .suspectsAll: "B45: hands out all that lost one lease at once"
        case .handsOutTwice: "Hands out each task once to 8 workers of two owners, and all of them get done"
        case .sameTokens: "Each claim of a task has another token"
        case .endsWithoutLease: "A lease that was taken back changes nothing"
        case .keepsPayloads: "A task that succeeds is over, and keeps its reply but not its payload"
        case .losesPayloads: "B38: a task that dies is in the dead letters, with its reason and its payload"
        case .forgetsReplies: "A task that succeeds is over, and keeps its reply but not its payload"
        case .inventsReplies: "A task that succeeds without a reply has none"
        case .keepsPriorityOfFailed:
            "A task whose run fails waits for the given time, with the given priority"
        case .ignoresWaits: "A wait stays a wait where the clock only moves on"
        case .ignoresNextDates: "A task whose run fails waits for the given date"
        case .countsUpToTen: "A task that always fails is counted, and does not delay others"
        case .countsPostponed: "A task that is postponed waits, and its run is not counted"
        case .forgetsStarts:
            "A postponed task continues the operation that it has started, which the next claim contains"
        case .losesStarts: "What a task has started stays whatever becomes of its runs"
        case .keepsStarts: "What a task has started goes with its end, however it ends"
        case .countsReturned: "A task that is returned is due at once, and its run is not counted"
        case .mixesUpReasons: "B38: a task that dies is in the dead letters, with its reason and its payload"
        case .forgetsCancellations: "A task whose run is cancelled is over, with the reason and without its payload"
        case .forgetsOldRuns:
            "The history has all runs from the first on, numbered from 1, those that do not count too"
        case .failsForGood: "A run that is not the last one leaves those blocked that depend on the task"
        case .ignoresDependencies, .countsFirstDependency:
            "B40: a task is blocked until the last one that it depends on has succeeded"
        case .ignoresLaterDependencies: "B40: a task that is stored already can wait for another one, too"
        case .takesCircles: "Rejects two tasks that would wait for each other, even through others or a group"
        case .dependsAtAnyTime: "Refuses to have a task wait that is running, has ended or is not known"
        case .alwaysCancelsDependents: "A dependent that may run after a failure runs after any end"
        case .neverCancelsDependents:
            "When a task dies, those that depend on it are cancelled, and those that depend on these"
        case .hidesDependents:
            "When a task expires, those that depend on it are cancelled, and those that depend on these"
        case .tellsOfTen: "A chain of 100 tasks ends with its first"
        case .tellsTwice: "A task that two ways lead to ends once"
        case .ignoresEndedDependencies: "A dependency that has ended counts as it ended"
        case .ignoresDatesOfDependents: "A task that is unblocked still waits for its date"
        case .dropsDependents: "Dropping one that has succeeded leaves those that depended on it"
        case .ignoresGroups: "A task of a group that waits for its next run keeps the others blocked"
        case .oneGroupForAll: "Groups do not keep each other waiting"
        case .groupsNeverEnd: "A task added to a group that has ended runs at once"
        case .ignoresKeys: "Of 8 who enqueue a task of one key at once, one does"
        case .alwaysKeeps: "A second task of one key that is to replace the first takes its place"
        case .alwaysRejects: "A second task of one key that is to keep the first is not stored"
        case .alwaysReplaces: "A second task of one key that is to be rejected is not stored"
        case .oneKeyForAll: "Tasks of other kinds and keys do not count"
        case .ignoresKeysInBatches: "Keys are compared within a batch"
        case .ignoresKeysOfRunning: "A key is taken as long as its task is blocked, runs, or waits for another run"
        case .keysForEver: "A key is free again once its task was cancelled"
        case .ignoresExpiry: "No run is started at the date of expiry or later"
        case .expiresLate: "Waiting and blocked tasks expire into the dead letters"
        case .expiresEarly: "A task is run until a moment before it expires"
        case .expiresRunning: "A task that runs does not expire, and one that has ended neither"
        case .expiresIntoCancelled: "Waiting and blocked tasks expire into the dead letters"
        case .cancelsBeforeItExpires:
            "Tasks that expire together are all expired, also where one depends on the other"
        case .recoversNothing: "B37: the lease of an owner that has ended is taken back, and its run counts"
        case .recoversFromTheLiving: "The lease of another owner that lives is left to it"
        case .returnsLostLeases: "B37: what ran when the store was closed is taken back when it is opened again"
        case .crashesAfterTwo, .crashesNever:
            "A task is in the dead letters as crashed after its third lost lease, and not before"
        case .forgetsLostLeases: "Lost leases are counted over runs that end otherwise"
        case .runsForEver: "B37: a lost run that was the last one allowed ends the task as exhausted"
        case .cancelsNoRunning:
            "A task that waits, is blocked or runs is cancelled, with the reason and without its payload"
        case .tellsOfAllCancelled: "Cancelling a task and one that depends on it tells of each once"
        case .cancelsInsteadOfDropping: "A task is dropped in whatever state, and its history with it"
        case .ignoresNewPriorities: "A changed priority counts from then on"
        case .changesPriorityOfEnded: "The priority of what has ended stays"
        case .retriesNothing:
            "A dead letter that is retried is due at once, as if it had never run, and keeps its history"
        case .tellsOfAllRetried: "Only dead letters are retried"
        case .retriesCopies:
            "A dead letter whose key is taken is not lost when it is retried, and does not run beside the other"
        case .ignoresNewKeys:
            "A dead letter that is retried keeps its idempotency key, unless it is given a new one"
        case .countsLostLeasesForEver: "A crashed task that is retried has three leases to lose again"
        case .prunesNothing, .prunesDeadEarly:
            "What succeeded or was cancelled is removed once it is old enough, dead letters later"
        case .prunesAllEnded, .ignoresRetainedCount: "Of what ended, the newest are kept, so many of each"
        case .prunesUndecodable: "B40: dead letters that could not be decoded stay, whatever the retention"
        case .prunesUnended: "What has not ended stays, whatever the retention"
        case .prunesDependents: "A task that depended on what was removed is not touched by it"
        case .ignoresPages, .listsBackwards: "Lists tasks by id, in pages"
        case .ignoresQueryLimits: "Lists no more than 100 tasks unless it is asked to"
        case .ignoresQueriedStates, .ignoresQueriedKinds, .ignoresQueriedReasons, .ignoresQueriedTags,
            .ignoresQueriedGroups, .ignoresQueriedKeys:
            "Lists by state, kind, reason, tag, group and unique key, and by all of them together"
        case .countsZeros: "Knows nothing of a task that there never was"
        case .mixesUpCounts: "Counts tasks by kind and state, and lists no zeros"
        case .wakesNever: "B39: the next date is that of the first task that is due"
        case .wakesAtOnce: "The next date is that of the first task that expires, also of another kind"
        case .wakesForAnything: "What the claim is not about does not count for the next date"
        case .wakesForSuspects: "What lost two leases does not count for the next date of a claim without such"
        case .wakesForRunning: "A task that runs, or has ended, does not wake anybody when its time is over"
        case .tellsNobody: "Tells of a change by another owner"
        case .endsOnlyTheFirst: "Ends several runs at once, and answers for each"
        case .renewsWhatIsLost: "B45: says which of several leases are not held any more"
        case .forgetsAttempts: "The history says how many attempts a run made"
        case .ignoresVersions: "Hands out no payload of a later version than who claims can read"
        case .ignoresPauses: "Hands out nothing of a paused kind until it is resumed"
        case .countsNoFailures: "Counts what happened, by minute and kind"
        case .auditsBackwards: "Has what people did, the latest first"
        case .closesNothing: "A store that is closed says so, and may be closed again"
        case .forgetsHistories:
            "B36: a store that is opened again has the same tasks, states, counts, dates and histories"
        case .forgetsOrder: "B36: a store that is opened again hands out in the same order, at the same dates"
        case .forgetsKeys: "B36: a store that is opened again knows keys, groups and dependencies"
        case .givesIDsAgain:
            "An id is never given again, also not after its task was dropped and the store opened again"
        case .datesAreAbsolute: "A task that is due at once is so also after the clock was set back an hour"
        case .clocksNeverGoBack: "What failed waits no longer when the clock is set back an hour"
        }
    }
}
