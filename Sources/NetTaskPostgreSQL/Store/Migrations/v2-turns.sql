-- Version 2: groups whose turn is passed on later.

-- Groups whose turn could not be passed on when a task of theirs ended, because somebody was adding to the group. A group may
-- have several rows, so that nobody waits for anybody.
CREATE TABLE nettask.turn (
    group_name text NOT NULL
);

DROP FUNCTION IF EXISTS nettask.lock_groups(bigint[], boolean);
UPDATE nettask.meta SET value = 2 WHERE name = 'version';
