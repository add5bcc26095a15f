// The first schema: the history, the tasks, the lease, and the walls around them. Never edited after a release.
import { search } from "./0001_search.ts";
import { upkeep } from "./0001_upkeep.ts";

/** Tables of the first schema, in the order in which they refer to one another. */
const tables: readonly string[] = [
  `CREATE TABLE workspace (
    slot INTEGER PRIMARY KEY CHECK (slot = 1),
    fence INTEGER NOT NULL CHECK (fence >= 0)
  ) STRICT`,
  `INSERT INTO workspace (slot, fence) VALUES (1, 0)`,

  // No unique column beside the number: a REPLACE could delete an older row through one.
  `CREATE TABLE event (
    event INTEGER PRIMARY KEY CHECK (event > 0),
    task_id TEXT NOT NULL REFERENCES task (task_id) DEFERRABLE INITIALLY DEFERRED,
    kind TEXT NOT NULL CHECK (kind IN ('created', 'claimed', 'renewed', 'taken_over',
      'lease_expired', 'passed', 'stopped', 'submitted', 'approved', 'rejected', 'completed',
      'updated', 'cancelled', 'logged', 'noted', 'extended', 'released', 'reopened', 'redated')),
    at INTEGER NOT NULL,
    actor_kind TEXT NOT NULL CHECK (actor_kind IN ('agent', 'person')),
    actor TEXT NOT NULL,
    session TEXT NOT NULL,
    request_id TEXT GENERATED ALWAYS AS (json_extract(data, '$.request.id')) VIRTUAL,
    previous_hash BLOB NOT NULL CHECK (length(previous_hash) = 32),
    hash BLOB NOT NULL CHECK (length(hash) = 32),
    data TEXT NOT NULL CHECK (json_valid(data))
  ) STRICT`,

  // Small columns first: a look at them reads none of the pages that long texts spill into.
  `CREATE TABLE task (
    created_event INTEGER PRIMARY KEY REFERENCES event (event),
    task_id TEXT NOT NULL UNIQUE CHECK (length(task_id) = 10 AND task_id NOT GLOB '*[^0-9a-f]*'),
    status TEXT NOT NULL
      CHECK (status IN ('queued', 'in_review', 'needs_person', 'completed', 'cancelled')),
    priority TEXT NOT NULL CHECK (priority IN ('urgent', 'high', 'normal', 'low')),
    target_agent TEXT,
    reviewer TEXT,
    heir_agent TEXT,
    stop_reason TEXT CHECK (stop_reason IN ('budget_spent', 'person_asked')),
    version INTEGER NOT NULL CHECK (version >= 1),
    submitted_version INTEGER CHECK (submitted_version <= version),
    event INTEGER NOT NULL REFERENCES event (event) CHECK (event >= created_event),
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL CHECK (updated_at >= created_at),
    max_handoffs INTEGER NOT NULL,
    handoffs_used INTEGER NOT NULL CHECK (handoffs_used BETWEEN 0 AND max_handoffs),
    ever_held INTEGER NOT NULL CHECK (ever_held IN (0, 1)),
    rounds INTEGER NOT NULL CHECK (rounds >= 0),
    likeness INTEGER NOT NULL,
    open_dependencies INTEGER NOT NULL DEFAULT 0 CHECK (open_dependencies >= 0),
    priority_rank INTEGER GENERATED ALWAYS AS
      (CASE priority WHEN 'urgent' THEN 0 WHEN 'high' THEN 1 WHEN 'normal' THEN 2 ELSE 3 END)
      VIRTUAL,
    title TEXT NOT NULL,
    created_by TEXT NOT NULL CHECK (json_valid(created_by)),
    author TEXT CHECK (json_valid(author)),
    unfinished TEXT CHECK (json_valid(unfinished)),
    git TEXT CHECK (json_valid(git)),
    depends_on TEXT NOT NULL CHECK (json_valid(depends_on)),
    plan TEXT NOT NULL CHECK (json_valid(plan)),
    objective TEXT NOT NULL CHECK (json_valid(objective)),
    constraints TEXT CHECK (json_valid(constraints)),
    summary TEXT CHECK (json_valid(summary)),
    next_action TEXT CHECK (json_valid(next_action)),
    review TEXT CHECK (json_valid(review)),
    checkpoint TEXT CHECK (json_valid(checkpoint)),
    decisions TEXT NOT NULL CHECK (json_valid(decisions)),
    blockers TEXT NOT NULL CHECK (json_valid(blockers)),
    submission TEXT CHECK (json_valid(submission)),
    changed_files TEXT NOT NULL CHECK (json_valid(changed_files)),
    CHECK (status <> 'in_review' OR (author IS NOT NULL AND submitted_version IS NOT NULL)),
    CHECK (status <> 'needs_person' OR stop_reason IS NOT NULL)
  ) STRICT`,

  `CREATE TABLE lease (
    slot INTEGER PRIMARY KEY DEFAULT 1 CHECK (slot = 1),
    fence INTEGER NOT NULL UNIQUE CHECK (fence > 0),
    task_id TEXT NOT NULL REFERENCES task (task_id),
    agent TEXT NOT NULL,
    session TEXT NOT NULL,
    token_hash TEXT,
    minutes INTEGER NOT NULL CHECK (minutes BETWEEN 1 AND 1440),
    granted_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL CHECK (expires_at > granted_at),
    seen_at INTEGER NOT NULL,
    since INTEGER NOT NULL,
    git TEXT CHECK (json_valid(git))
  ) STRICT`,

  `CREATE TABLE past_lease (
    fence INTEGER PRIMARY KEY CHECK (fence > 0),
    task_id TEXT NOT NULL REFERENCES task (task_id),
    agent TEXT NOT NULL,
    session TEXT NOT NULL,
    token_hash TEXT,
    ended TEXT NOT NULL CHECK (ended IN ('passed', 'stopped', 'submitted', 'completed',
      'cancelled', 'expired', 'taken_over', 'released', 'cancelled_by_other')),
    ended_event INTEGER NOT NULL REFERENCES event (event),
    ended_by TEXT NOT NULL,
    ended_at INTEGER NOT NULL,
    note_kept INTEGER NOT NULL CHECK (note_kept IN (0, 1))
  ) STRICT`,

  `CREATE TABLE session (
    first_event INTEGER PRIMARY KEY REFERENCES event (event),
    session TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('agent', 'person')),
    first_at INTEGER NOT NULL,
    client TEXT,
    client_version TEXT,
    host TEXT,
    started_at INTEGER,
    directory TEXT,
    branch TEXT,
    parent TEXT
  ) STRICT`,

  `CREATE TABLE agent (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
  ) STRICT`,

  // Kept by triggers from task.depends_on; its row numbers are the order in which they were named.
  `CREATE TABLE dependency (
    task_id TEXT NOT NULL REFERENCES task (task_id),
    depends_on TEXT NOT NULL REFERENCES task (task_id) CHECK (depends_on <> task_id),
    UNIQUE (task_id, depends_on)
  ) STRICT`,

  // Kept by triggers, so that counting what waits reads a few rows however many tasks there are.
  `CREATE TABLE task_count (
    status TEXT NOT NULL,
    target_agent TEXT NOT NULL,
    is_blocked INTEGER NOT NULL CHECK (is_blocked IN (0, 1)),
    tasks INTEGER NOT NULL,
    PRIMARY KEY (status, target_agent, is_blocked)
  ) STRICT, WITHOUT ROWID`,
];

/** Indexes: each is named for what it finds. The rowid at the end of each entry is the order of age. */
const indexes: readonly string[] = [
  `CREATE INDEX event_of_task ON event (task_id)`,
  `CREATE INDEX event_by_request ON event (request_id, actor) WHERE request_id IS NOT NULL`,
  `CREATE INDEX task_claimable ON task (target_agent, priority_rank)
    WHERE status = 'queued' AND open_dependencies = 0`,
  `CREATE INDEX task_open ON task (status, target_agent, priority_rank)
    WHERE status = 'queued' OR status = 'in_review' OR status = 'needs_person'`,
  `CREATE INDEX task_addressed ON task (priority_rank)
    WHERE status = 'queued' AND target_agent IS NOT NULL`,
  `CREATE INDEX task_stopped ON task (status, priority_rank)
    WHERE status = 'in_review' OR status = 'needs_person'`,
  `CREATE INDEX task_final ON task (status, event)
    WHERE status = 'completed' OR status = 'cancelled'`,
  `CREATE INDEX task_of_reviewer ON task (reviewer, status, priority_rank)
    WHERE reviewer IS NOT NULL`,
  `CREATE INDEX task_by_event ON task (event)`,
  `CREATE INDEX task_by_likeness ON task (likeness)`,
  `CREATE INDEX past_lease_of_task ON past_lease (task_id)`,
  `CREATE INDEX past_lease_of_session ON past_lease (task_id, session)`,
  `CREATE INDEX dependant ON dependency (depends_on)`,
];

const forbid = (when: string, why: string): string =>
  `${when} BEGIN SELECT RAISE(ABORT, '${why}'); END`;

/** Triggers that refuse what no program may do, whichever connection it comes from. */
const walls: readonly string[] = [
  forbid(`CREATE TRIGGER event_kept BEFORE DELETE ON event`, "events are never deleted"),
  forbid(`CREATE TRIGGER event_unchanged BEFORE UPDATE ON event`, "events are never changed"),
  // A REPLACE passes the DELETE trigger unless recursive_triggers is on, so it is stopped here.
  forbid(
    `CREATE TRIGGER event_unreplaced BEFORE INSERT ON event
      WHEN EXISTS (SELECT 1 FROM event WHERE event = NEW.event)`,
    "events are never replaced",
  ),
  forbid(
    `CREATE TRIGGER event_follows BEFORE INSERT ON event
      WHEN NEW.event IS NOT (SELECT coalesce(max(event), 0) + 1 FROM event)
        OR NEW.previous_hash IS NOT coalesce(
          (SELECT hash FROM event ORDER BY event DESC LIMIT 1), zeroblob(32))
        OR NEW.at < (SELECT at FROM event ORDER BY event DESC LIMIT 1)`,
    "an event follows the newest one, its hash and its time",
  ),
  forbid(
    `CREATE TRIGGER workspace_fence_rises BEFORE UPDATE ON workspace WHEN NEW.fence < OLD.fence`,
    "the fence only rises",
  ),
  forbid(`CREATE TRIGGER workspace_kept BEFORE DELETE ON workspace`, "the fence is kept"),
  forbid(
    `CREATE TRIGGER lease_alone BEFORE INSERT ON lease WHEN EXISTS (SELECT 1 FROM lease)`,
    "one lease at a time",
  ),
  forbid(
    `CREATE TRIGGER lease_fence_rises BEFORE INSERT ON lease
      WHEN NEW.fence <= (SELECT fence FROM workspace)`,
    "a new lease has a new fence",
  ),
  forbid(
    `CREATE TRIGGER lease_of_queued BEFORE INSERT ON lease
      WHEN (SELECT status FROM task WHERE task_id = NEW.task_id) IS NOT 'queued'`,
    "a leased task is stored as queued",
  ),
  forbid(
    `CREATE TRIGGER lease_in_one_hand BEFORE UPDATE ON lease
      WHEN NEW.fence <> OLD.fence OR NEW.task_id <> OLD.task_id
        OR NEW.agent <> OLD.agent OR NEW.session <> OLD.session`,
    "a lease changes hands with a new fence only",
  ),
  forbid(
    `CREATE TRIGGER task_leased BEFORE UPDATE OF status ON task
      WHEN NEW.status <> 'queued' AND EXISTS (SELECT 1 FROM lease WHERE task_id = NEW.task_id)`,
    "a leased task is stored as queued",
  ),
];

/** The statements that make the first schema, one each. */
export const statements: readonly string[] = [
  ...tables,
  ...indexes,
  ...walls,
  ...upkeep,
  ...search,
];
