"""Plants mutations in the rules of the queues, or in the reading of specs, and counts those that the tests kill.

    mutants.py [spec] [COUNT [SEED]]      # 200 mutants, seed 1
    mutants.py [spec] list                # all places, without building

All mutations are planted at once in a copy of the package, and selected at run time. The copy is built once. Then the tests run once
for each mutant, with its number in NETTASK_MUTANT. A mutant is killed by the first issue, a crash, or a run that hangs.

Line numbers do not change. If the compiler reports an error on a line of the copy, the mutations on that line are removed.
"""

import bisect
import concurrent.futures
import json
import os
import pathlib
import random
import re
import resource
import selectors
import signal
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
IS_SPEC = sys.argv[1:2] == ["spec"]
WORK = HERE / ".build" / ("spec-rule-mutants" if IS_SPEC else "rule-mutants")
COPY = WORK / "package"
TARGETS = ["NetTaskSpecTests", "NetTaskGeneratorTests", "NetTaskComparisonTests"] if IS_SPEC else ["NetTaskRuntimeTests", "NetTaskDurableTests", "NetTaskPostgreSQLTests"]
BUILD = ["swift", "build", "--build-tests"] + ([] if IS_SPEC else ["--traits", "SQLite,PostgreSQL"])
CPU_SECONDS = 100  # for one run of tests: more is an endless loop
STALL_SECONDS = 300  # without the start or the end of a test: the run hangs
# Results that depend on elapsed time. The mutant is run again alone, and counts if it is killed again.
LATE = re.compile(r"^hang|^exit -9\b|Time limit was exceeded")

QUEUE = "Sources/NetTaskCore/Queue/"
SQLITE = "Sources/NetTaskSQLite/"
SPEC = "Sources/NetTaskSpec/"


def files(folder):
    return sorted(f"{folder}/{path.name}" for path in (ROOT / folder).glob("*.swift"))


# Tests of the generator that do not compile Swift.
SPEC_TESTS = [r"NetTaskSpecTests\.", r"NetTaskGeneratorTests\.\w*SnippetTests", r"NetTaskComparisonTests\."]

# The share of each area among a hundred mutants, its files, and their tests, from quick to slow.
AREAS = {
    "decoding": (60, files(SPEC + "Decoding"), SPEC_TESTS),
    "checks": (40, files(SPEC + "Checking"), SPEC_TESTS),
} if IS_SPEC else {
    "queue": (
        45,
        [
            QUEUE + name
            for name in (
                "QueueStateMachine.swift", "QueueStateMachine+Lanes.swift", "QueueStateMachine+Steps.swift",
                "ReadyQueue.swift", "DueHeap.swift", "QueueLane.swift", "RateTokens.swift", "DependencyEdges.swift",
            )
        ]
        + ["Sources/NetTaskCore/Task/DuplicatePolicy.swift"],
        [
            r"NetTaskRuntimeTests\.(QueueStateMachineTests|DueHeapTests|LaneTests|ReadyQueueTests|LimitTests|DependencyTests|PriorityTests|DateTests)",
            r"NetTaskRuntimeTests\.(Duplicate|Group|Retry|Cancellation|Extreme|Memory|QueueEnd|Delivery|RateLimit|\w*Simulation)Tests",
            r"NetTaskRuntimeTests\.QueueModelTests/(sequences|longSequences|found|memory|nothingKept|dependentLeftFirst|momentsThatNeverCame)\(",
        ],
    ),
    "rules": (
        15,
        ["Sources/NetTaskDurable/Store/TaskRules.swift"],
        [
            r"NetTaskDurableTests\.(MemoryConformanceTests|MemoryTaskStoreTests|RecoveryTests|LostRunTests)",
            r"NetTaskDurableTests\.SQLiteConformanceTests/conforms\(",
            r"NetTaskPostgreSQLTests\.PostgreSQLConformanceTests",
            # With some mutants, they wait forever.
            r"NetTaskDurableTests\.TransactionTests",
        ],
    ),
    "sqlite": (
        20,
        [SQLITE + name for name in (
            "LaneTable.swift", "TaskReading.swift", "TaskSelection.swift", "TaskTransaction.swift",
            "TaskTransaction+Blocking.swift", "TaskTransaction+Changes.swift", "TaskTransaction+Claim.swift",
            "TaskTransaction+Ends.swift", "TaskTransaction+Insert.swift", "TaskTransaction+Recovery.swift",
        )],
        [
            r"NetTaskDurableTests\.SQLiteConformanceTests/conforms\(",
            r"NetTaskDurableTests\.(SQLite(?!Conformance)|LaneTable|GroupCommit|EarlierSQLite|Transaction)\w*Tests",
        ],
    ),
    "postgresql": (
        20,
        ["Sources/NetTaskPostgreSQL/Store/Migrations.swift"],
        [
            r"NetTaskPostgreSQLTests\.PostgreSQLConformanceTests",
            r"NetTaskPostgreSQLTests\.(Store|EnqueueStatement|EarlierPostgreSQL)\w*Tests",
        ],
    ),
}

# These lines determine only when memory is released, or how long a statement or a wait may be, and no behavior.
BOUNDS = re.compile(
    r"\b64\b|1_024|lanesToForget|countToForget|staleCount|keepingCapacity|freeSlots\.count|^ *\+ openings\.count|enable_\w+ = |lock_timeout|LIMIT 500"
    r"|pg_sleep|1 millisecond|\b7900\b|batchSize|maxDamagedCount|atIndex:"
    # Regular expressions, which the table of tokens lacks.
    r"|of: /"
)

# No test can tell these mutants from the original: what the line says, where • is the place of the change if there are several, the
# changes, and why. They are not run, and count only in the second figure, as survivors.
EQUIVALENT = [
    (r"case \.attempt: 2$", ["2 → 3"], "only the order of the ranks counts"),
    (r"lane\.hasUncountedDeadlines = false$", ["false → true", "removed"], "it saves a walk that finds nothing to do"),
    (r"lastTurn \+= 1$", ["1 → 2"], "only the order of the turns counts"),
    (r"return order == \.fifo \? left\.turn", ["< → <=", "> → >="], "no two tasks have the same turn"),
    (r"if priority != otherPriority \{ return", ["> → >="], "it is asked only of two that differ"),
    (r"\(due, order, rank\) < \(other", ["< → <="], "equal ones may come in any order"),
    (r"mutating func insert\(.* rank: UInt8 = 0\)", ["0 → 1"], "all in a heap without ranks have it"),
    (r"state < 2 AND since > moment$", ["SQL < → <="], "the date of a task that runs decides nothing"),
    (r"state < 2 AND since > moment$", ["SQL > → >="], "it moves the moment to where it is"),
    (r"IF current < latest - 1000000", ["SQL < → <="], "two looks at the server's clock differ in microseconds"),
    (r"leased_until > clock_timestamp\(\) \+ lease", ["SQL > → >="], "two looks at the server's clock differ in microseconds"),
    (r"var remembersLanes = true$", ["true → false"], "it saves a look at the table of lanes"),
    (r"guard tasks\.count < query\.limit else", ["false → true"], "it saves a walk over the rest"),
    (r"EXIT WHEN cardinality\(picked\) >= max_count", ["SQL >= → >"], "it saves a look for no task"),
    (r"JOIN nettask\.front AS f ON .* AND f\.due > t\.due$", ["SQL > → >="], "it moves the note to where it is"),
    (r"WHERE t\.id = ANY \(ids\) AND t\.state \+ 0 = 0 FOR UPDATE OF f", ["SQL AND → OR"], "notes that are lower cost a walk"),
    (r"FROM stored WHERE number > 100;", ["SQL > → >="], "none has been left behind by the hundredth run"),
    (r"= (begun|dead|found|held|left)\.first\b", [".first → .last"], "an id has one row"),
    (r"var generation = 0$", ["0 → 1"], "only that it changes counts"),
    (r"token = (t\.)?token •\+ 1", ["SQL + → -"], "only that each claim has another token counts"),
    (r"new\.token := 0;$", ["SQL 0 → 1"], "only that each claim has another token counts"),
    (r"positions\[node\] = nil$", ["removed"], "what is finished is not looked up any more"),
]

# MARK: Swift

TOKEN = re.compile(
    r"(?P<comment>//[^\n]*|/\*.*?\*/)"
    r'|(?P<string>(?P<hashes>#*)(?:"""(?:.*?)"""|"(?:\\\([^"\n]*(?:"[^"\n]*"[^"\n]*)*\)|\\.|[^"\\\n])*")(?P=hashes))'
    r"|(?P<number>(?<![\w$.])\d[\d_]*(?![\w.]|\.\d))"
    r"|(?P<word>[$#@]?[A-Za-z_]\w*|\$\d+)"
    r"|(?P<operator>[-+*/<>=!&|^~?%.]+)"
    r"|(?P<other>[(){}\[\],;:\\`]|\d[\w.]*)",
    re.S,
)

SWAPS = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&", "+": "-", "-": "+",
    "+=": "-=", "-=": "+=", "??": "??",
}
PRECEDENCES = {
    "<": "Comparison", "<=": "Comparison", ">": "Comparison", ">=": "Comparison", "==": "Comparison", "!=": "Comparison",
    "&&": "LogicalConjunction", "||": "LogicalDisjunction", "+": "Addition", "-": "Addition", "+=": "Assignment",
    "-=": "Assignment", "??": "NilCoalescing",
}
CASES = [("run", "cancel"), ("waiting", "blocked"), ("crashed", "exhausted"), ("kept", "rejected"), ("now", "unknown")]
OTHER_CASE = {a: b for pair in CASES for a, b in (pair, pair[::-1])}
KEYWORDS = set(
    "let var func init return if guard for while repeat switch case default import break throw struct enum class extension "
    "protocol private fileprivate internal package public static mutating override else do catch defer where typealias subscript "
    "get set didSet willSet".split()
)


def precedence(operator):
    """The precedence of the operator that a mutation replaces, by the rules of Swift."""
    return PRECEDENCES[operator] + "Precedence"


class Place:
    """One mutation: a replacement at a place of the original text."""

    def __init__(self, path, text, offset, change, edits, declaration=None):
        start = text.rfind("\n", 0, offset) + 1
        self.path, self.line, self.change = path, text.count("\n", 0, offset) + 1, change
        self.edits, self.declaration = edits, declaration
        # The identity of the mutation, as long as its line is unchanged.
        line = text[start : text.find("\n", start)].strip()
        indent = len(text[start:offset]) - len(text[start:offset].lstrip())
        self.key = f"{path}|{line}|{change}|{offset - start}"
        marked = line[: offset - start - indent] + "•" + line[offset - start - indent :]
        self.equivalence = next(
            (why for said, changes, why in EQUIVALENT if change.split(":")[0] in changes and re.search(said, line + "\n" + marked, re.M)),
            None,
        )

    def __str__(self):
        return f"#{self.number} {self.path.rsplit('/', 1)[1]}:{self.line}: {self.change}"


class Symbols:
    """A unique character for each new operator, because a module also sees the operators of imported modules."""

    def __init__(self):
        self.free = (chr(code) for span in ((0x2190, 0x2400), (0x2500, 0x2776), (0x2794, 0x2C00)) for code in range(*span))

    def next(self):
        return next(self.free)


def binary(operator, symbol, number):
    """An operator that acts like the original one, or like the mutation."""
    other = SWAPS[operator]
    head = f"infix operator {symbol}: {precedence(operator)}\n"
    choose = lambda left, right: f"mutant({number}) ? {left} {other} {right} : {left} {operator} {right}"
    if operator in ("&&", "||"):
        return head + (
            f"func {symbol} (a: Bool, b: @autoclosure () throws -> Bool) rethrows -> Bool "
            f"{{ if mutant({number}) {{ return try a {other} b() }}; return try a {operator} b() }}\n"
        )
    if operator in ("<", "<=", ">", ">="):
        generic = f"func {symbol} <T: Comparable>(a: T, b: T) -> Bool {{ {choose('a', 'b')} }}\n"
        pair = f"func {symbol} <A: Comparable, B: Comparable>(a: (A, B), b: (A, B)) -> Bool {{ {choose('a', 'b')} }}\n"
        triple = (
            f"func {symbol} <A: Comparable, B: Comparable, C: Comparable>(a: (A, B, C), b: (A, B, C)) -> Bool "
            f"{{ {choose('a', 'b')} }}\n"
        )
        return head + generic + pair + triple
    if operator in ("==", "!="):
        generic = f"func {symbol} <T: Equatable>(a: T, b: T) -> Bool {{ {choose('a', 'b')} }}\n"
        optional = (
            f"@_disfavoredOverload func {symbol} <T>(a: T?, b: _OptionalNilComparisonType) -> Bool "
            f"{{ mutant({number}) ? a {other} nil : a {operator} nil }}\n"
        )
        return head + generic + optional
    if operator == "??":
        return head + (
            f"func {symbol} <T>(a: T?, b: @autoclosure () throws -> T) rethrows -> T {{ mutant({number}) ? try b() : try a ?? b() }}\n"
            f"func {symbol} <T>(a: T?, b: @autoclosure () throws -> T?) rethrows -> T? {{ mutant({number}) ? try b() : try a ?? b() }}\n"
        )
    if operator in ("+=", "-="):
        return head + (
            f"func {symbol} <T: AdditiveArithmetic>(a: inout T, b: T) {{ if mutant({number}) {{ a {other} b }} else {{ a {operator} b }} }}\n"
        )
    return head + f"func {symbol} <T: AdditiveArithmetic>(a: T, b: T) -> T {{ {choose('a', 'b')} }}\n"


def swift_places(path, text, symbols):
    """All places of a Swift file, including those in SQL."""
    starts = [0] + [match.end() for match in re.finditer("\n", text)]
    line_of = lambda offset: bisect.bisect_right(starts, offset)
    lines = text.split("\n")
    tokens = [match for match in TOKEN.finditer(text) if match.lastgroup != "comment"]
    code = [re.sub(r"\s*//.*", "", line).rstrip() for line in lines]
    places = []

    def add(offset, change, edits, declaration=None):
        if not BOUNDS.search(lines[line_of(offset) - 1]):
            places.append(Place(path, text, offset, change, edits, declaration))

    # The bracket around each line. Initializers are distinguished, because they must set all properties.
    stack = []
    inner = {}
    is_initializer = False
    for index, token in enumerate(tokens):
        inner.setdefault(line_of(token.start()), stack[-1] if stack else "")
        if token[0] in ("(", "[", "{"):
            stack.append("init" if token[0] == "{" and is_initializer else token[0])
            is_initializer = token[0] == "(" and tokens[index - 1][0] == "init" and tokens[index - 2][0] != "." or is_initializer and token[0] != "{"
        elif token[0] in (")", "]", "}") and stack:
            stack.pop()

    for index, token in enumerate(tokens):
        kind, word, start, end = token.lastgroup, token[0], token.start(), token.end()
        before = tokens[index - 1][0] if index else ""
        after = tokens[index + 1][0] if index + 1 < len(tokens) else ""
        line = lines[line_of(start) - 1].strip()
        spaced = text[start - 1 : start] in (" ", "\n") and text[end : end + 1] in (" ", "\n")
        is_pattern = line.startswith("case ") and ":" not in text[starts[line_of(start) - 1] : start]
        if kind in ("string", "hashes"):
            places += sql_places(path, text, token)
        elif kind == "operator" and spaced and word in SWAPS and not line.startswith(("static func ==", "#if")):
            if before in (":", ",") or "func " in line and word != "-":
                continue
            symbol = symbols.next()
            change = f"{word} → right side" if word == "??" else f"{word} → {SWAPS[word]}"
            add(start, change, [(start, end, symbol)], lambda number, w=word, s=symbol: binary(w, s, number))
        elif kind == "operator" and word == "!" and not text[start - 1].isalnum() and text[start - 1] in " (" and after:
            symbol = symbols.next()
            declaration = lambda number, s=symbol: (
                f"prefix operator {s}\nprefix func {s} (a: Bool) -> Bool {{ mutant({number}) ? a : !a }}\n"
            )
            add(start, "! removed", [(start, end, symbol)], declaration)
        elif kind == "number" and not is_pattern and before not in ("..<", "...") and after not in ("..<", "..."):
            value = int(word.replace("_", ""))
            add(start, f"{word} → {value + 1}", [(start, end, lambda number, v=value, w=word: f"(mutant({number}) ? {v + 1} : {w})")])
        elif word in ("true", "false") and kind == "word" and not is_pattern:
            choice = (lambda number: f"(!mutant({number}))") if word == "true" else (lambda number: f"mutant({number})")
            add(start, f"{word} → {'false' if word == 'true' else 'true'}", [(start, end, choice)])
        elif word in ("min", "max") and after == "(" and before != "." and before != "func" and kind == "word":
            other = {"min": "max", "max": "min"}[word]
            declaration = lambda number, w=word, o=other: (
                f"func {w}_{number}<T: Comparable>(_ a: T, _ b: T) -> T {{ mutant({number}) ? Swift.{o}(a, b) : Swift.{w}(a, b) }}\n"
            )
            add(start, f"{word} → {other}", [(start, end, lambda number, w=word: f"{w}_{number}")], declaration)
        elif word in ("min", "max") and before == "." and after == "(" and tokens[index + 2][0] == ")":
            other = {"min": "max", "max": "min"}[word]
            declaration = lambda number, w=word, o=other: (
                f"extension Sequence where Element: Comparable {{ func {w}_{number}() -> Element? {{ mutant({number}) ? {o}() : {w}() }} }}\n"
            )
            add(start, f"{word}() → {other}()", [(start, end, lambda number, w=word: f"{w}_{number}")], declaration)
        elif word in ("first", "last") and before == "." and after not in ("(", "="):
            other = {"first": "last", "last": "first"}[word]
            declaration = lambda number, w=word, o=other: (
                f"extension BidirectionalCollection {{ var {w}_{number}: Element? {{ mutant({number}) ? {o} : {w} }} }}\n"
            )
            add(start, f".{word} → .{other}", [(start, end, lambda number, w=word: f"{w}_{number}")], declaration)
        elif word == "isEmpty" and before == ".":
            declaration = lambda number: f"extension Collection {{ var isEmpty_{number}: Bool {{ mutant({number}) ? !isEmpty : isEmpty }} }}\n"
            add(start, ".isEmpty → !.isEmpty", [(start, end, lambda number: f"isEmpty_{number}")], declaration)
        elif word in OTHER_CASE and before == "." and not is_pattern and after != "(" and text[start - 2] in " (":
            other = OTHER_CASE[word]
            choice = lambda number, w=word, o=other: f"(mutant({number}) ? .{o} : .{w})"
            add(start, f".{word} → .{other}", [(start - 1, end, choice)])
        elif word in ("if", "guard") and after != "case" or word == "where" and line.startswith("for "):
            for first, last in clauses(text, end, word):
                clause = text[first:last]
                if "\n" not in clause and not re.match(r"(let|var|case)\b|#", clause) and "{" not in clause:
                    opening = lambda number: f"mutant({number}) != ("
                    add(first, f"{word} negated: {clause}", [(first, first, opening), (last, last, ")")])

    # Statements of one line, directly in the braces of a body.
    for number, line in enumerate(code, 1):
        stripped = line.strip()
        match = re.match(r"(try |_ = )?[a-z_]\w*", stripped)
        if not match or inner.get(number) != "{" or stripped in ("get", "set"):
            continue
        first_word = re.match(r"\w+", stripped)[0]
        if first_word in KEYWORDS or stripped[-1] in "{,(=[:" or stripped.endswith((" in", "&&", "||", "??", "?", "+")):
            continue
        if any(stripped.count(a) != stripped.count(b) for a, b in ("()", "[]", "{}")) or '"""' in stripped:
            continue
        if not re.match(r"(try |_ = )?[\w.?!\[\]()$ ]+(\(.*\)|\)|[-+*|&]?= .*)$|continue$", stripped):
            continue
        previous = next((code[i].strip() for i in range(number - 2, -1, -1) if code[i].strip()), "")
        following = next((code[i].strip() for i in range(number, len(code)) if code[i].strip()), "")
        if re.match(r"[.?:+]|&&|\|\||- ", following) or previous.endswith(("=", ",", "(", "[", "+", "&&", "||", "?", "??")):
            continue
        start = starts[number - 1] + len(line) - len(line.lstrip())
        end = starts[number - 1] + len(line)
        add(start, f"removed: {stripped}", [(start, start, lambda n: f"if !mutant({n}) {{ "), (end, end, " }")])
    return places


def clauses(text, start, keyword):
    """The ranges of the conditions after a keyword, up to the brace or `else`."""
    depth = 0
    first = start
    found = []
    position = start
    while position < len(text):
        character = text[position]
        if character in "([":
            depth += 1
        elif character in ")]":
            depth -= 1
        if depth < 0:
            return []
        is_end = depth == 0 and (
            character == "{" or character == "\n" and keyword == "where" or re.match(r"\selse\b", text[position : position + 6])
        )
        if character == "," and depth == 0 or is_end:
            piece = text[first:position]
            found.append((first + len(piece) - len(piece.lstrip()), first + len(piece.rstrip())))
            first = position + 1
        if is_end:
            return [(a, b) for a, b in found if a < b] if keyword != "where" or character == "{" else []
        position += 1
    return []


# MARK: SQL

SQL_WORDS = re.compile(r"\b(SELECT|UPDATE|DELETE|INSERT)\b|^ AND ")
CONDITIONS = {"WHERE", "AND", "OR", "ON", "NOT", "HAVING", "IF", "ELSIF", "WHEN", "WHILE", "EXIT WHEN"}
CLAUSES = re.compile(r"\b(WHERE|AND|OR|ON|NOT|HAVING|IF|ELSIF|WHEN|WHILE|SET|SELECT|VALUES|FROM|RETURNS?|THEN|BETWEEN|DEFAULT|INTO)\b")


def sql_places(path, text, token):
    """The places in the SQL of one text of Swift."""
    hashes = token["hashes"] or ""
    start, end = token.start(), token.end()
    content = text[start:end]
    if not SQL_WORDS.search(content) or "Task \\(" in content or hashes and "CREATE OR REPLACE FUNCTION" not in content:
        return []
    escape = "\\" + hashes + "("
    # Without comments, quoted text, and Swift's interpolations.
    blanked = re.sub(
        r"--[^\n]*|'[^'\n]*'|" + (r"\\##\([^)]*\)" if hashes else r"\\\((?:[^()]|\([^()]*\))*\)"),
        lambda match: " " * len(match[0]),
        content,
    )
    places = []

    def quote(value):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'

    def add(change, *changes):
        """Each change: the start, the end, and the text in the mutant."""
        first = start + changes[0][0]
        if BOUNDS.search(text[text.rfind("\n", 0, first) + 1 : text.find("\n", first)]):
            return
        edits = []
        for begin, end, new in changes:
            old = content[begin:end]
            choice = lambda number, new=new, old=old: f"{escape}mutant({number}) ? {quote(new)} : {quote(old)})"
            edits.append((start + begin, start + end, choice))
        places.append(Place(path, text, first, f"SQL {change}", edits))

    def swap(match, group, new):
        add(f"{match[group].strip()} → {new}", (match.start(group), match.end(group), new))

    def clause_before(position):
        found = None
        for match in CLAUSES.finditer(blanked, max(0, position - 2000), position):
            found = match[1]
        return found

    for match in re.finditer(r" (<=|>=|<>|<|>|=) ", blanked):
        if match[1] == "=" and clause_before(match.start()) not in CONDITIONS or blanked[match.end() :].startswith(("ANY", "ALL")):
            continue
        swap(match, 1, {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "=": "<>", "<>": "="}[match[1]])
    for match in re.finditer(r" (AND|OR) ", blanked):
        if match[1] == "AND" and clause_before(match.start()) == "BETWEEN" or blanked[match.end() :].startswith("REPLACE"):
            continue
        swap(match, 1, {"AND": "OR", "OR": "AND"}[match[1]])
    for match in re.finditer(r"(?<=[\w)\]?]) ([-+]) (?!0\b)", blanked):
        swap(match, 1, {"+": "-", "-": "+"}[match[1]])
    for match in re.finditer(r"(?<![\w?$.:])(?<!SELECT )(?<!LIMIT )(?<!PERFORM )(\d+)(?![\w.:])", blanked):
        if int(match[1]) < 16 or match[1] == "100":
            swap(match, 1, str(int(match[1]) + 1))
    for match in re.finditer(r"\b(min|max|least|greatest)\(", blanked):
        swap(match, 1, {"min": "max", "max": "min", "least": "greatest", "greatest": "least"}[match[1]])
    for match in re.finditer(r" DESC\b", blanked):
        add("DESC removed", (match.start(), match.end(), ""))
    for match in re.finditer(r"\bIS (NOT )?NULL\b", blanked):
        swap(match, 0, "IS NULL" if match[1] else "IS NOT NULL")
    for match in re.finditer(r"\b(true|false)\b", blanked):
        swap(match, 1, "false" if match[1] == "true" else "true")
    # Removed text becomes a comment, because it contains other places.
    for match in re.finditer(r"(?:(?<=SET )|(?<=, ))\w+ = (?:NULL|\d+|\w+ [-+] \d+), ", blanked):
        add(f"{match[0].strip(' ,')} removed", (match.start(), match.start(), "/* "), (match.end(), match.end(), " */"))
    if hashes:
        for match in re.finditer(r"\n +((?:PERFORM|DELETE FROM|UPDATE|INSERT INTO|new\.\w+ :=|\w+ := \w+ \|\|)[^;\n]*;)(?=\n)", blanked):
            removed = content[match.start(1) : match.end(1)]
            add(f"removed: {removed}", (match.start(1), match.start(1), "NULL; -- "))
    return places


# MARK: The copy

HELPER = """import Foundation

private let active = Int(ProcessInfo.processInfo.environment["NETTASK_MUTANT"] ?? "") ?? 0

func mutant(_ number: Int) -> Bool { active == number }

"""


def write(path, text):
    """Does not write an unchanged file, so that it is not built again."""
    if not path.exists() or path.read_text() != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def all_places():
    """All places of all areas, each with its number."""
    places = []
    symbols = Symbols()
    for area, (_, paths, _) in AREAS.items():
        for path in paths:
            found = swift_places(path, (ROOT / path).read_text(), symbols)
            for place in found:
                place.area = area
            places += found
    for number, place in enumerate(places, 1):
        place.number = number
    return places


def plant(places):
    """Writes the files with all mutations, and the operators that these call."""
    by_path = {}
    for place in places:
        by_path.setdefault(place.path, []).append(place)
    helpers = {}
    for _, paths, _ in AREAS.values():
        for path in paths:
            text = (ROOT / path).read_text()
            edits = []
            for place in by_path.get(path, []):
                for order, (start, end, new) in enumerate(place.edits):
                    new = new(place.number) if callable(new) else new
                    # At one place, text that opens later or closes earlier is inside.
                    edits.append((start, end, place.number if order == 0 else -place.number, new))
                if place.declaration:
                    helpers.setdefault(path.split("/")[1], []).append(place.declaration(place.number))
            for start, end, _, new in sorted(edits, key=lambda edit: edit[:3], reverse=True):
                text = text[:start] + new + text[end:]
            write(COPY / path, text)
            helpers.setdefault(path.split("/")[1], [])
    for module, declarations in helpers.items():
        write(COPY / "Sources" / module / "Mutants.swift", HELPER + "".join(declarations))


def copy_package():
    files = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, capture_output=True, check=True
    ).stdout.decode().split("\0")
    mutated = {path for _, paths, _ in AREAS.values() for path in paths}
    kept = set()
    for name in filter(None, files):
        source, target = ROOT / name, COPY / name
        kept.add(target)
        if name in mutated or not source.is_file():
            continue
        data = source.read_bytes()
        if not target.exists() or target.read_bytes() != data:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
            target.chmod(source.stat().st_mode)
    for folder in ("Sources", "Tests"):
        for target in (COPY / folder).rglob("*"):
            if target.is_file() and target not in kept and target.name != "Mutants.swift":
                target.unlink()


def wrong_places(places, output):
    """The keys of the mutations that do not compile."""
    wrong = set()
    for match in re.finditer(r"^\S*?(Sources/\S+\.swift):(\d+):(\d+): error: .*", output, re.M):
        near = [place for place in places if place.path == match[1] and place.line <= int(match[2])]
        nearest = max((place.line for place in near), default=None)
        wrong |= {place.key for place in near if place.line == nearest}
    return wrong


def drawn(places, areas, count, seed):
    """This number of places, by the shares of the areas."""
    chosen = []
    whole = sum(share for share, _, _ in areas.values())
    for area, (share, _, _) in areas.items():
        # Each place has its own number, so that a change of one place does not affect the selection of others.
        candidates = [place for place in places if place.area == area]
        candidates.sort(key=lambda place: random.Random(f"{seed} {place.key}").random())
        chosen += candidates[: round(count * share / whole)]
    return chosen


def build(count, seed):
    """Builds the copy, removes the mutations that do not compile, and returns the others."""
    memory = WORK / "dropped.json"
    dropped = set(json.loads(memory.read_text())) if memory.exists() else set()
    copy_package()
    while True:
        places = [place for place in all_places() if place.key not in dropped]
        if IS_SPEC:
            # The compiler would need too long for all of them together.
            places = drawn(places, AREAS, 2 * count, seed)
        plant(places)
        environment = {**os.environ, "NETTASK_TESTS": ",".join(TARGETS)}
        command = os.environ.get("NETTASK_BUILD", "").split() + BUILD
        result = subprocess.run(command, cwd=COPY, env=environment, capture_output=True, text=True)
        if result.returncode == 0:
            return places
        wrong = wrong_places(places, result.stdout + result.stderr)
        if not wrong:
            errors = [line for line in (result.stdout + result.stderr).splitlines() if "error:" in line]
            sys.exit("the copy does not build:\n" + "\n".join(errors[:20]))
        dropped |= wrong
        memory.write_text(json.dumps(sorted(dropped), indent=1))
        print(f"{len(wrong)} mutations do not compile, and are left out", flush=True)


# MARK: The tests

def run(number, pattern):
    """Runs some tests with one mutant. Returns the reason why it was killed, or nothing if all tests passed."""
    environment = {**os.environ, "NETTASK_MUTANT": str(number), "SWIFT_BACKTRACE": "enable=no"}
    binary = COPY / ".build" / "debug" / "NetTaskPackageTests.xctest"
    command = [binary, "--testing-library", "swift-testing", "--filter", pattern]
    process = subprocess.Popen(
        command,
        cwd=COPY,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS + 1)),
    )
    os.set_blocking(process.stdout.fileno(), False)
    selector = selectors.DefaultSelector()
    selector.register(process.stdout, selectors.EVENT_READ)
    pending = b""
    last = time.monotonic()
    try:
        while True:
            if selector.select(timeout=1):
                data = process.stdout.read()
                if data == b"":
                    break
                last = time.monotonic()
                *lines, pending = (pending + (data or b"")).split(b"\n")
                for line in lines:
                    text = line.decode(errors="replace")
                    if "recorded an issue" in text:
                        return re.sub(r"^\W*", "", text)
            elif time.monotonic() - last > STALL_SECONDS:
                return "hang"
        code = process.wait()
        return f"exit {code}: {pending[-200:].decode(errors='replace')}" if code else None
    finally:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()


def check(areas):
    """Ends the run if the tests fail without a mutant, because failures with a mutant would then prove nothing."""
    for area, (_, _, patterns) in areas.items():
        for pattern in patterns:
            start = time.monotonic()
            if fault := run(0, pattern):
                sys.exit(f"the tests fail without a mutant: {fault}")
            print(f"{area}: {time.monotonic() - start:.0f} s without a mutant: {pattern}", flush=True)


def main():
    arguments = sys.argv[2:] if IS_SPEC else sys.argv[1:]
    if arguments[:1] == ["list"]:
        for place in all_places():
            print(f"{place.area}: {place}")
        return 0
    count = int(arguments[0]) if arguments else 200
    seed = int(arguments[1]) if len(arguments) > 1 else 1
    WORK.mkdir(parents=True, exist_ok=True)
    places = build(count, seed)
    has_server = "NETTASK_POSTGRESQL" in os.environ
    if not has_server and not IS_SPEC:
        print("without a PostgreSQL server, its SQL is left out")
        places = [place for place in places if place.area != "postgresql"]
    print(f"{len(places)} mutations can be planted", flush=True)
    areas = {area: AREAS[area] for area in AREAS if has_server or area != "postgresql"}
    if os.environ.get("NETTASK_MUTANTS"):
        chosen = [place for place in places if str(place.number) in os.environ["NETTASK_MUTANTS"].split(",")]
    else:
        chosen = drawn(places, areas, count, seed)
    areas = {area: AREAS[area] for area in areas if any(place.area == area for place in chosen)}
    check(areas)
    equivalent = [place for place in chosen if place.equivalence]
    different = [place for place in chosen if not place.equivalence]
    late = []
    survivors = []

    def killer(place):
        return next(filter(None, (run(place.number, pattern) for pattern in areas[place.area][2])), None)

    def judge(place, found):
        if not found:
            survivors.append(place)
        print(f"{place}: {found or 'SURVIVED'}"[:300], flush=True)

    # The tests mostly wait, so more of them run than there are cores.
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for place, found in zip(different, pool.map(killer, different)):
            if found and LATE.search(found):
                late.append(place)
            else:
                judge(place, found)
    # These tests may have been slow only because the machine was busy.
    for place in late:
        judge(place, killer(place))
    # The machine may have changed meanwhile, or a server may have ended.
    check(areas)
    for place in equivalent:
        print(f"{place}: equivalent, since {place.equivalence}")
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    killed = len(different) - len(survivors)
    print(
        f"seed {seed}: {killed} of {len(different)} mutants killed, and of {len(chosen)} with the equivalent ones,"
        f" in {spent.ru_utime + spent.ru_stime:.0f} s of processor time"
    )
    for place in survivors:
        print(f"survived: {place}")
    return 0 if len(survivors) * 20 <= len(different) else 1


if __name__ == "__main__":
    sys.exit(main())
