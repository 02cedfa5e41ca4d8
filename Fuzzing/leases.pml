/*
 How workers on several machines share the tasks of one PostgreSQL database: a model of the lease protocol, which the
 model checker spin goes through in every order that its steps can happen in. `Fuzzing/run leases` does so.

 The protocol. A worker claims a task that is due: the task's row then says that it is running, until when the lease
 lasts, and has a token that is greater by one than before. While it runs the task, the worker renews the lease. At the
 end it says how the run ended, with its token; the database takes the end only if the row is still running and has
 that token (fencing). Anybody takes back the leases that have run out (recovery): such a task is due again, and dead
 after its third lost lease. Each of these is one transaction. A task that has lost two leases is suspect: a process runs no two
 of them at once, so that a task which takes its process down does not send others to the dead letters.

 What can go wrong. At any moment a worker crashes and starts anew, knowing nothing; the request of a worker is lost;
 it is carried out and its answer is lost; it is carried out long after the worker gave it up; a worker is so slow that
 its lease runs out, and goes on with the task that another one has by then.

 How to read it. A `do … od` repeats for ever: in each round one of its choices `::` is taken whose first condition
 holds, whichever; `if … fi` takes one once. An `atomic { … }` is one step: nothing comes in between. An `inline` is
 text that stands where its name is used. Between any two steps any process can make the next one. `must` is what has to
 hold there; `ltl`, at the end, what has to hold of each run. The names that begin with FAULT plant a mistake each,
 which has to be found; they are not defined otherwise. `printf` is for who reads a run that was found.
*/

#define WORKERS 2
/* 1 or 2. With two, spin needs smaller numbers below to come to an end. */
#ifndef TASKS
#define TASKS 1
#endif
/* The length of a lease in ticks of the database's clock; one tick is the time after which leases are renewed. */
#ifndef LEASE
#define LEASE 3
#endif
/* Lost leases and runs after which a task is dead. */
#ifndef MAX_LOST
#define MAX_LOST 3
#endif
#ifndef MAX_RUNS
#define MAX_RUNS 4
#endif
/* In place of a task or of a worker. */
#define NONE 15

/* What must hold wherever it says `must`; `progress`, at the end, is one more. Which of them are looked at can be chosen. */
#define ONCE 1          /* a task ends once, and nothing is recorded of it afterwards */
#define ONE_END 2       /* each run ends once: as its worker says, or as lost */
#define HOLDER 4        /* only who has the lease records an end, or renews: a late end is refused */
#define ACCEPTED 8      /* who has the lease is not refused */
#define COUNTED 16      /* every claim is counted as a run */
#define BOUNDED 32      /* there are no more runs than allowed */
#define INNOCENT 64     /* with POISON: the task that takes no process down does not die of lost leases */
#define AT_ONCE 128     /* with POISON: a task that has lost one lease can be claimed at once, whatever runs */
#ifndef PROPERTIES
#define PROPERTIES 255
#endif
#define must(property, condition) assert(!(PROPERTIES & property) || (condition))

mtype:state = { due, running, succeeded, dead };
mtype:request = { nothing, claim, renew, succeed, fail };

/* The database: the row of each task. */
typedef Row {
    mtype:state state = due;
    unsigned token : 3;
    /* How many ticks are left of the lease; 0: it has run out. The database says until when, but this is the same. */
    unsigned left : 2;
    unsigned runs : 3;
    unsigned lost : 2;

    /* What follows is in no database. It is what we, who see everything, know of the task, to judge by. */
    unsigned holder : 4 = NONE;     /* the worker that has the lease */
    unsigned claims : 3;            /* how often it was claimed */
    unsigned ends : 2;              /* how often it was recorded that the task ended */
    unsigned endedRuns : 8;         /* the tokens of the runs of which an end is recorded, a bit each */
}
Row row[TASKS];

/* What a worker knows: the task that it runs, if any, and the token that it got with it. */
typedef Worker {
    unsigned task : 4 = NONE;
    unsigned token : 3;
#ifdef POISON
    bool isSuspect;                 /* whether the task was suspect when it was claimed */
#endif
}
Worker worker[WORKERS];

/* A request that the worker has given up, or does not wait for, and that can still arrive: one of each worker. */
typedef Request {
    mtype:request kind = nothing;
    unsigned task : 4;
    unsigned token : 3;
}
Request underway[WORKERS];

/*
 With POISON, the two workers are the slots of one process, and task 0 can take that process down, and with it the run of task
 1. Nothing else goes wrong: no messages are lost, and leases run out only where the process has ended.
*/
#ifdef POISON
#define CALM true
#else
#define CALM false
#endif
/* No more crashes and lost messages from here on: nothing can be promised of a network that never works. */
bool isCalm = CALM;

#define isEnded(t) (row[t].state == succeeded || row[t].state == dead)
#define isLost(t) (row[t].state == running && row[t].left == 0)
#ifdef FAULT_SUSPECT_NEVER
#define isSuspect(t) false
#elif defined(FAULT_SUSPECT_AT_ONCE)
#define isSuspect(t) (row[t].lost > 0)
#else
#define isSuspect(t) (row[t].lost >= MAX_LOST - 1)
#endif
#ifdef POISON
#define hasSuspect (worker[0].isSuspect || worker[1].isSuspect)
#define mayClaim(t) (row[t].state == due && !(isSuspect(t) && hasSuspect))
#define isKept(t) (worker[0].task == t || worker[1].task == t)
#else
#define mayClaim(t) (row[t].state == due)
#define isKept(t) false
#endif
#if TASKS == 1
#define allEnded isEnded(0)
#define someDue mayClaim(0)
#define someLost isLost(0)
#define someLasts (row[0].left > 0)
#else
#define allEnded (isEnded(0) && isEnded(1))
#define someDue (mayClaim(0) || mayClaim(1))
#define someLost (isLost(0) || isLost(1))
#define someLasts (row[0].left > 0 || row[1].left > 0)
#endif

/* --- The transactions --- */

/* Worker w gets the task t, which is due. */
inline claimTask(w, t) {
    row[t].state = running;
#ifndef FAULT_CLAIM_WITHOUT_TOKEN
    row[t].token = row[t].token + 1;
#endif
#ifndef FAULT_CLAIM_WITHOUT_COUNT
    row[t].runs = row[t].runs + 1;
#endif
    row[t].left = LEASE;
    row[t].holder = w;
    row[t].claims = row[t].claims + 1;
    must(COUNTED, row[t].runs == row[t].claims);
    must(BOUNDED, row[t].claims <= MAX_RUNS);
    printf("worker %d is given task %d, token %d\n", w, t, row[t].token)
}

/* Records that the task has ended, for good. */
inline recordEnd(t) {
    must(ONCE, row[t].ends == 0);
    row[t].ends = row[t].ends + 1
}

/* Records that the run with that token has ended, and gives the lease up. */
inline recordRun(t, token_) {
    must(ONE_END, !(row[t].endedRuns & (1 << token_)));
    row[t].endedRuns = row[t].endedRuns | (1 << token_);
    row[t].holder = NONE;
    row[t].left = 0
}

#ifdef FAULT_END_WITHOUT_FENCING
#define mayEnd(t, token_) true
#elif defined(FAULT_END_WITHOUT_TOKEN)
#define mayEnd(t, token_) (row[t].state == running)
#elif defined(FAULT_END_WITHOUT_STATE)
#define mayEnd(t, token_) (row[t].token == token_)
#elif defined(FAULT_END_IN_TIME_ONLY)
#define mayEnd(t, token_) (row[t].state == running && row[t].token == token_ && row[t].left > 0)
#else
#define mayEnd(t, token_) (row[t].state == running && row[t].token == token_)
#endif

/* Worker w says that its run of task t has ended: with success, or without, so that the task is due again or dead. */
inline endRun(w, t, token_, how) {
    if
    :: mayEnd(t, token_) ->
        printf("worker %d ends its run of task %d with token %d: %e\n", w, t, token_, how);
        must(ONCE, row[t].ends == 0);
        must(HOLDER, row[t].holder == w);
        recordRun(t, token_);
        if
        :: how == succeed -> row[t].state = succeeded; recordEnd(t)
        :: how == fail && row[t].runs >= MAX_RUNS -> row[t].state = dead; recordEnd(t)
        :: how == fail && row[t].runs < MAX_RUNS -> row[t].state = due
        fi
    :: else ->
        printf("worker %d is refused the end of task %d with token %d\n", w, t, token_);
        must(ACCEPTED, row[t].holder != w || row[t].token != token_)
    fi
}

#ifdef FAULT_RENEW_NEVER
#define mayRenew(t, token_) false
#elif defined(FAULT_RENEW_WITHOUT_STATE)
#define mayRenew(t, token_) (row[t].token == token_)
#elif defined(FAULT_RENEW_WITHOUT_TOKEN)
#define mayRenew(t, token_) (row[t].state == running)
#else
#define mayRenew(t, token_) (row[t].state == running && row[t].token == token_)
#endif

/* Worker w asks for more time. It gets it, too, if the lease has run out and nobody has taken it back yet. */
inline renewLease(w, t, token_, isHeld) {
    if
    :: mayRenew(t, token_) ->
        printf("worker %d renews its lease of task %d, token %d\n", w, t, token_);
        must(HOLDER, row[t].holder == w);
        row[t].state = running;
        row[t].left = LEASE;
        isHeld = true
    :: else ->
        printf("worker %d is told that its lease of task %d, token %d, is lost\n", w, t, token_);
        must(ACCEPTED, row[t].holder != w || row[t].token != token_);
        isHeld = false
    fi
}

#ifdef FAULT_RECOVER_WITHOUT_LIMIT
#define isWornOut(t) false
#else
#define isWornOut(t) (row[t].lost >= MAX_LOST || row[t].runs >= MAX_RUNS)
#endif

/* Takes back the lease of a task, which has run out. */
inline recoverTask(t) {
    printf("the lease of task %d, token %d, has run out, and is taken back\n", t, row[t].token);
    recordRun(t, row[t].token);
    row[t].lost = row[t].lost + 1;
    if
    :: isWornOut(t) -> row[t].state = dead; recordEnd(t)
    :: else ->
#ifndef FAULT_RECOVER_WITHOUT_STATE
        row[t].state = due;
#ifdef POISON
        must(AT_ONCE, row[t].lost > 1 || mayClaim(t))
#endif
#else
        skip
#endif
    fi;
#ifdef POISON
    must(INNOCENT, t == 0 || row[t].lost < MAX_LOST)
#endif
}

/* Whichever task is due; there is one. Both begin alike, so that the one which is claimed first may be called 0. */
inline chooseDue(t) {
    if
    :: mayClaim(0) -> t = 0
#ifdef POISON
    :: mayClaim(1) -> t = 1
#elif TASKS == 2
    :: mayClaim(1) && row[0].claims > 0 -> t = 1
#endif
    fi
}

/* --- Those who take part --- */

/* The worker has no task any more. */
inline forget(w) {
    worker[w].task = NONE; worker[w].token = 0;
#ifdef POISON
    worker[w].isSuspect = false
#endif
}

inline send(w, what_, t_, token_) {
    underway[w].kind = what_; underway[w].task = t_; underway[w].token = token_
}

/*
 A worker claims a task, runs it, and says how that ended. Of what it asks for, and waits for, there are three ways that
 it can go: it is done and the answer comes; it is done and the answer is lost; the worker gives it up and it is still
 underway. (That it is lost before it is done is the same as that the worker has not asked yet; and that the answer
 comes late, the same as that the worker is slow to go on.) As long as it does not know that its end was taken, it
 says it again.
*/
proctype Work(byte w) {
    unsigned t : 4;
    unsigned token : 3;
    mtype:request how = nothing;
end:
    do
    :: atomic {
        worker[w].task == NONE && someDue ->
        if
        :: chooseDue(t); claimTask(w, t); worker[w].task = t; worker[w].token = row[t].token;
#ifdef POISON
            worker[w].isSuspect = isSuspect(t)
#endif
        :: !isCalm -> chooseDue(t); claimTask(w, t); printf("  but the answer is lost\n")
        :: !isCalm && underway[w].kind == nothing ->
            underway[w].kind = claim; printf("worker %d gives up its claim, which is underway\n", w)
        fi;
        t = 0
    }
    :: atomic {
        worker[w].task != NONE ->
        t = worker[w].task; token = worker[w].token;
        if
        :: how = succeed
        :: how = fail
        fi;
        if
        :: endRun(w, t, token, how); forget(w)
        :: !isCalm -> endRun(w, t, token, how); printf("  but the answer is lost\n")
        :: !isCalm && underway[w].kind == nothing ->
            send(w, how, t, token); printf("worker %d gives up its end of task %d, which is underway\n", w, t)
        fi;
        t = 0; token = 0; how = nothing
    }
    od
}

/* What a worker does beside its run, and what happens to it and to what it has sent. */
proctype Surroundings(byte w) {
    unsigned t : 4;
    unsigned token : 3;
    mtype:request what = nothing;
    bool isHeld;
end:
    do
    /* The worker renews its lease, and stops if it learns that it is lost. */
    :: atomic {
        worker[w].task != NONE ->
        t = worker[w].task; token = worker[w].token;
        if
        :: renewLease(w, t, token, isHeld);
            if
            :: !isHeld -> forget(w)
            :: isHeld
            :: !isHeld && !isCalm -> printf("  but the answer is lost\n")
            fi
        :: underway[w].kind == nothing ->
            send(w, renew, t, token); printf("worker %d sends a renewal for task %d, which is underway\n", w, t)
        fi;
        t = 0; token = 0; isHeld = false
    }
    /* What was underway arrives, and nobody waits for the answer; or it never arrives. */
    :: atomic {
        underway[w].kind != nothing ->
        what = underway[w].kind; t = underway[w].task; token = underway[w].token;
        send(w, nothing, 0, 0);
        if
        :: what == claim && someDue -> chooseDue(t); claimTask(w, t); printf("  late, and nobody knows\n")
        :: what == renew -> renewLease(w, t, token, isHeld)
        :: what == succeed || what == fail -> endRun(w, t, token, what)
        :: printf("what worker %d has sent is lost\n", w)
        fi;
        t = 0; token = 0; what = nothing; isHeld = false
    }
    /* The worker crashes, and starts anew. */
    :: atomic {
#ifdef POISON
        worker[w].task == 0 -> forget(0); forget(1); printf("task 0 takes the process down\n")
#else
        !isCalm && worker[w].task != NONE -> forget(w); printf("worker %d crashes, and starts anew\n", w)
#endif
    }
    od
}

/* The database's clock. */
proctype Clock() {
    byte t;
end:
    do
    :: atomic {
        someLasts ->
        for (t : 0 .. TASKS - 1) {
            if
            :: row[t].left > 0 && !isKept(t) -> row[t].left = row[t].left - 1
            :: else
            fi
        }
        t = 0;
        printf("time passes\n")
    }
    od
}

/* Whichever worker looks after the leases of all, every few seconds. */
proctype Recovery() {
end:
    do
    :: atomic {
#ifdef FAULT_NO_RECOVERY
        false ->
#else
        someLost ->
#endif
        if
        :: isLost(0) -> recoverTask(0)
#if TASKS == 2
        :: isLost(1) -> recoverTask(1)
#endif
        fi
    }
    od
}

/* Crashes and lost messages may go on for ever, or end at any time. */
proctype Calm() {
    isCalm = true; printf("from here on nothing is lost\n")
}

init {
    byte w;
    atomic {
        for (w : 0 .. WORKERS - 1) { run Work(w); run Surroundings(w) }
        run Clock();
        run Recovery();
        run Calm();
        w = 0
    }
}

/* No task is lost: whatever has happened, once nothing is lost any more, all tasks end. */
ltl progress { [] (isCalm -> <> allEnded) }
