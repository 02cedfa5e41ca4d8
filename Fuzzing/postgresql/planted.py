"""Mistakes of the store, as SQL that changes its functions, each with the fault that must reveal it."""

MISTAKES = {
    "no_fencing": (
        # An end is accepted from any worker.
        """DO $do$ BEGIN
            EXECUTE replace(pg_get_functiondef('nettask.end_runs'::regproc), 'AND t.token = e.token', '');
        END $do$""",
        "partition",
    ),
    "new_keys": (
        """CREATE FUNCTION nettask.new_key() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            IF NEW.token > OLD.token THEN NEW.idempotency_key := gen_random_uuid(); END IF;
            RETURN NEW;
        END $$;
        CREATE TRIGGER new_key BEFORE UPDATE ON nettask.task FOR EACH ROW EXECUTE FUNCTION nettask.new_key()""",
        "kills",
    ),
    "lost_tasks": (
        # Half of the returned tasks are lost.
        """CREATE FUNCTION nettask.lose() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            IF NEW.state = 0 AND random() < 0.5 THEN DELETE FROM nettask.task WHERE id = NEW.id; END IF;
            RETURN NULL;
        END $$;
        CREATE TRIGGER lose AFTER UPDATE ON nettask.task FOR EACH ROW EXECUTE FUNCTION nettask.lose()""",
        "kills",
    ),
    "double_ends": (
        # Some ends are counted twice.
        """CREATE FUNCTION nettask.again() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            IF random() < 0.05 THEN UPDATE nettask.figure SET succeeded = succeeded + 1 WHERE ctid = (
                SELECT ctid FROM nettask.figure WHERE succeeded > 0 LIMIT 1); END IF;
            RETURN NULL;
        END $$;
        CREATE TRIGGER again AFTER INSERT ON nettask.ended FOR EACH ROW EXECUTE FUNCTION nettask.again()""",
        "kills",
    ),
}
