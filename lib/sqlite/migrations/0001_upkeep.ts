// The part of the first schema that keeps derived rows right. Never edited after a release.

const count = (row: "OLD" | "NEW", by: 1 | -1): string =>
  `INSERT INTO task_count (status, target_agent, is_blocked, tasks)
    VALUES (${row}.status, coalesce(${row}.target_agent, ''), ${row}.open_dependencies > 0, ${by})
    ON CONFLICT DO UPDATE SET tasks = tasks + ${by};`;
const isOpen = (row: "OLD" | "NEW"): string =>
  `(SELECT status FROM task WHERE task_id = ${row}.depends_on) IS NOT 'completed'`;
const wire = `INSERT INTO dependency (task_id, depends_on)
    SELECT DISTINCT NEW.task_id, value FROM json_each(NEW.depends_on);`;

/** Triggers that keep what is derived from the task rows: dependencies, how many are open, the counts. */
export const upkeep: readonly string[] = [
  `CREATE TRIGGER task_counted AFTER INSERT ON task BEGIN ${count("NEW", 1)} END`,
  `CREATE TRIGGER task_recounted AFTER UPDATE OF status, target_agent, open_dependencies ON task
    WHEN OLD.status <> NEW.status OR OLD.target_agent IS NOT NEW.target_agent
      OR (OLD.open_dependencies > 0) <> (NEW.open_dependencies > 0)
    BEGIN ${count("OLD", -1)} ${count("NEW", 1)} END`,
  `CREATE TRIGGER task_wired AFTER INSERT ON task BEGIN ${wire} END`,
  `CREATE TRIGGER task_rewired AFTER UPDATE OF depends_on ON task
    WHEN OLD.depends_on <> NEW.depends_on
    BEGIN DELETE FROM dependency WHERE task_id = NEW.task_id; ${wire} END`,
  `CREATE TRIGGER dependency_named AFTER INSERT ON dependency WHEN ${isOpen("NEW")}
    BEGIN UPDATE task SET open_dependencies = open_dependencies + 1
      WHERE task_id = NEW.task_id; END`,
  `CREATE TRIGGER dependency_dropped AFTER DELETE ON dependency WHEN ${isOpen("OLD")}
    BEGIN UPDATE task SET open_dependencies = open_dependencies - 1
      WHERE task_id = OLD.task_id; END`,
  // A cancelled dependency stays open, and a completed one that is reopened opens again.
  `CREATE TRIGGER task_unblocks AFTER UPDATE OF status ON task
    WHEN (OLD.status = 'completed') <> (NEW.status = 'completed')
    BEGIN UPDATE task SET open_dependencies = open_dependencies
        + CASE WHEN NEW.status = 'completed' THEN -1 ELSE 1 END
      WHERE task_id IN (SELECT task_id FROM dependency WHERE depends_on = NEW.task_id); END`,
];
