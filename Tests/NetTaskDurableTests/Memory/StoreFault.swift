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
    case forgetsStarts, losesStarts, keepsStarts, forgetsRejections
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
        case .losesFields: "Stores all properties of a task"
        case .inventsTags: "Stores a task that has only the required properties"
        case .reversesBatches: "Stores a batch in order, with increasing ids"
        case .storesSomethingForNothing: "Does nothing with an empty batch"
        case .storesOneByOne, .dropsUnknownDependencies:
            "Stores no task of a batch if one depends on an unknown task, and changes nothing else"
        case .claimsBackwards: "Hands out tasks with the same due date in the order of their ids"
        case .ignoresPriorities: "Hands out the highest priority first"
        case .ignoresDates, .claimsLate: "B39: hands out no task before its due date, and each task at its due date"
        case .ignoresLimits: "Hands out at most the requested number of tasks, and the others at the next claim"
        case .ignoresKinds: "B40: does not hand out tasks of other kinds, even if they are first"
        case .ignoresRequirements: "Does not hand out tasks whose requirements are not met"
        case .looksAtThousand: "Finds a task that can be claimed behind a thousand tasks that cannot"
        case .countsRunsLater: "B36: counts a run, and adds it to the history, before it hands out the task"
        case .runsWhatHasEnded: "Hands out no task that has ended, regardless of how it ended"
        case .ignoresSuspectLimits: "Hands out tasks with two lost leases one at a time, together with other tasks"
        case .takesOneSuspect: "Hands out the requested number of tasks with two lost leases"
        case .suspectsAll: "B45: hands out all tasks with one lost lease together"
        case .handsOutTwice: "Hands out each task once to 8 workers of two owners, and all tasks are completed"
        case .sameTokens: "Each claim of a task has a different token"
        case .endsWithoutLease: "A lease that was taken back has no effect"
        case .keepsPayloads: "A task that succeeds ends, and keeps its reply but not its payload"
        case .losesPayloads: "B38: a task that dies becomes a dead letter, with its reason and its payload"
        case .forgetsReplies: "A task that succeeds ends, and keeps its reply but not its payload"
        case .inventsReplies: "A task that succeeds without a reply has no stored reply"
        case .keepsPriorityOfFailed:
            "A task whose run fails waits for the given time, with the given priority"
        case .ignoresWaits: "A wait keeps its length if the clock is not set back"
        case .ignoresNextDates: "A task whose run fails waits for the given date"
        case .countsUpToTen: "All runs of a task that always fails are counted, and it does not delay others"
        case .countsPostponed: "A task that is postponed waits, and its run is not counted"
        case .forgetsRejections: "A dead letter keeps the reply that rejected it until it is retried"
        case .forgetsStarts:
            "A postponed task continues its started operation, which the next claim contains"
        case .losesStarts: "A started operation is kept, regardless of how the runs of its task end"
        case .keepsStarts: "A started operation is removed when its task ends, regardless of how it ends"
        case .countsReturned: "A task that is returned is due immediately, and its run is not counted"
        case .mixesUpReasons: "B38: a task that dies becomes a dead letter, with its reason and its payload"
        case .forgetsCancellations: "A task whose run is cancelled ends, with the reason and without its payload"
        case .forgetsOldRuns:
            "The history contains all runs, numbered from 1, including those that do not count"
        case .failsForGood: "A run that does not end its task leaves the dependents blocked"
        case .ignoresDependencies, .countsFirstDependency:
            "B40: a task is blocked until all tasks that it depends on have succeeded"
        case .ignoresLaterDependencies: "B40: a dependency can be added to a stored task"
        case .takesCircles: "Rejects circular dependencies, including those through other tasks or a group"
        case .dependsAtAnyTime: "Rejects dependencies of tasks that are running, ended or unknown"
        case .alwaysCancelsDependents: "A dependent that may run after a failure runs after any end"
        case .neverCancelsDependents:
            "When a task dies, its direct and indirect dependents are cancelled"
        case .hidesDependents:
            "When a task expires, its direct and indirect dependents are cancelled"
        case .tellsOfTen: "Cancelling the first task of a chain of 100 cancels all of them"
        case .tellsTwice: "A task that depends on another through two tasks ends once"
        case .ignoresEndedDependencies: "A dependency on an ended task takes effect according to its end"
        case .ignoresDatesOfDependents: "A task that is unblocked still waits for its date"
        case .dropsDependents: "Dropping a succeeded task does not change its dependents"
        case .ignoresGroups: "While a task of a group waits for its next run, the others stay blocked"
        case .oneGroupForAll: "Groups do not keep each other waiting"
        case .groupsNeverEnd: "A task that is added to a group of ended tasks is due immediately"
        case .ignoresKeys: "If 8 callers enqueue a task with the same key at once, one succeeds"
        case .alwaysKeeps: "With the policy cancelOld, a second task with the same key replaces the first"
        case .alwaysRejects: "With the policy coalesce, a second task with the same key is not stored"
        case .alwaysReplaces: "With the policy rejectNew, a second task with the same key is not stored"
        case .oneKeyForAll: "Tasks with another kind or key are not duplicates"
        case .ignoresKeysInBatches: "Keys are compared within a batch"
        case .ignoresKeysOfRunning: "A key is in use while its task is blocked, runs, or waits for another run"
        case .keysForEver: "A key is free again once its task was cancelled"
        case .ignoresExpiry: "No run starts at or after the date of expiry"
        case .expiresLate: "Waiting and blocked tasks become dead letters when they expire"
        case .expiresEarly: "A run can start until just before the task expires"
        case .expiresRunning: "Running and ended tasks do not expire"
        case .expiresIntoCancelled: "Waiting and blocked tasks become dead letters when they expire"
        case .cancelsBeforeItExpires:
            "Tasks with the same expiry date all expire, even if one depends on another"
        case .recoversNothing: "B37: the lease of an owner that has ended is taken back, and the run counts"
        case .recoversFromTheLiving: "The lease of another active owner is not taken back"
        case .returnsLostLeases: "B37: leases held when the store was closed are taken back when it is reopened"
        case .crashesAfterTwo, .crashesNever:
            "A task becomes a dead letter as crashed after its third lost lease, and not before"
        case .forgetsLostLeases: "Runs that end in another way do not reset the number of lost leases"
        case .runsForEver: "B37: losing the last permitted run ends the task as exhausted"
        case .cancelsNoRunning:
            "Cancels waiting, blocked and running tasks, keeps the reason and removes the payload"
        case .tellsOfAllCancelled: "Cancelling a task and its dependent reports each of them once"
        case .cancelsInsteadOfDropping: "A task in any state can be dropped, together with its history"
        case .ignoresNewPriorities: "A changed priority takes effect at the next claim"
        case .changesPriorityOfEnded: "The priority of an ended task does not change"
        case .retriesNothing:
            "A retried dead letter is due immediately, as if it had never run, and keeps its history"
        case .tellsOfAllRetried: "Only dead letters are retried"
        case .retriesCopies:
            "A retried dead letter whose key is in use is kept, and does not run at the same time as the other"
        case .ignoresNewKeys:
            "A retried dead letter keeps its idempotency key, unless it receives a new one"
        case .countsLostLeasesForEver: "Retrying a crashed task resets the number of its lost leases"
        case .prunesNothing, .prunesDeadEarly:
            "Succeeded and cancelled tasks are removed after their retention period, dead letters later"
        case .prunesAllEnded, .ignoresRetainedCount: "The newest ended tasks and dead letters are kept, up to the limit"
        case .prunesUndecodable: "B40: dead letters that could not be decoded are kept, regardless of the retention"
        case .prunesUnended: "Tasks that have not ended are kept, regardless of the retention"
        case .prunesDependents: "Removing a task does not change its dependents"
        case .ignoresPages, .listsBackwards: "Lists tasks by id, in pages"
        case .ignoresQueryLimits: "Lists at most 100 tasks by default"
        case .ignoresQueriedStates, .ignoresQueriedKinds, .ignoresQueriedReasons, .ignoresQueriedTags,
            .ignoresQueriedGroups, .ignoresQueriedKeys:
            "Lists by state, kind, reason, tag, group and unique key, and by all of them together"
        case .countsZeros: "Returns nothing for an unknown task"
        case .mixesUpCounts: "Counts tasks by kind and state, and omits counts of zero"
        case .wakesNever: "B39: the next date is the due date of the first task that becomes due"
        case .wakesAtOnce: "The next date may be the expiry date of a task, even of another kind"
        case .wakesForAnything: "Tasks outside the claim do not affect the next date"
        case .wakesForSuspects: "Tasks with two lost leases do not affect the next date for claims without them"
        case .wakesForRunning: "The expiry dates of running and ended tasks do not affect the next date"
        case .tellsNobody: "Reports a change by another owner"
        case .endsOnlyTheFirst: "Ends several runs at once, and returns a result for each"
        case .renewsWhatIsLost: "B45: reports which of several leases are no longer held"
        case .forgetsAttempts: "The history contains the number of attempts of each run"
        case .ignoresVersions: "Hands out no payload of a later version than the claim allows"
        case .ignoresPauses: "Hands out no tasks of a paused kind until the kind is resumed"
        case .countsNoFailures: "Counts events by minute and kind"
        case .auditsBackwards: "Returns the audit entries, the latest first"
        case .closesNothing: "All calls of a closed store fail, except for closing it again"
        case .forgetsHistories:
            "B36: a reopened store has the same tasks, states, counts, dates and histories"
        case .forgetsOrder: "B36: a reopened store hands out tasks in the same order, at the same dates"
        case .forgetsKeys: "B36: a reopened store has the same keys, groups and dependencies"
        case .givesIDsAgain:
            "An id is never reused, even after its task was dropped and the store reopened"
        case .datesAreAbsolute: "A task that is due stays due when the clock is set back an hour"
        case .clocksNeverGoBack: "A task that failed does not wait longer when the clock is set back an hour"
        }
    }
}
