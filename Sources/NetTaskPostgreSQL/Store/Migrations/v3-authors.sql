-- Version 3: notifications that name the queue that has made the change. Only a function is another.

UPDATE nettask.meta SET value = 3 WHERE name = 'version';
