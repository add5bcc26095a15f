// Fills a ledger with a million tasks and ten million events in minutes: a small ledger, made through the rules, is
// multiplied by SQL. The copies' hashes do not chain and numbers inside their texts of JSON (the events that a brief
// names, fences) stay those of the model, so such a ledger is for measuring only and would not pass `verify`.
import { DatabaseSync } from "node:sqlite";
import { Connection } from "../lib/sqlite/connection.ts";
import { foreignSchema } from "../lib/sqlite/schema_check.ts";
import { Statements } from "../lib/sqlite/statements.ts";
import { copySql, makeModel, type Shift } from "./copies.ts";
import { firstMoment } from "./ledgers.ts";
import { type Fate, recordTasks } from "./ten_each.ts";

/** Of the model's 900 tasks the first 800 are completed, the others open. */
const completed = 800;
const open = 100;
const model = completed + open;

/** How many tasks are recorded through the rules at the end, so that the index ends as it does in use. */
const last = 100;

/** Most copies that hold open tasks too: the newest ones. */
const mostOpenCopies = 39;

/** Copies to a transaction. */
const batch = 50;

/** What was filled. */
export interface Filled {
  readonly tasks: number;
  readonly events: number;
  /** When the clock may go on, epoch milliseconds. */
  readonly now: number;
}

/** Fills a new file with so many tasks, 1,000 or more: about four thousand open at most, the others completed. */
export async function fillFast(path: string, size: number): Promise<Filled> {
  if (size < model + last) {
    throw new RangeError(`Fill: ${size} tasks, expected ${model + last} or more`);
  }
  const end = await withConnection(
    path,
    (connection) => recordTasks(connection, { first: 0, fates: modelFates(), now: firstMoment }),
  );
  const now = multiply(path, { tasks: size - last, milliseconds: end - firstMoment });
  const fates = Array.from({ length: last }, (): Fate => "completed");
  return await withConnection(path, async (connection) => {
    const ended = await recordTasks(connection, { first: size - last, fates, now });
    const row = connection.statements.first(
      "SELECT (SELECT sum(tasks) FROM task_count) AS tasks, (SELECT max(event) FROM event) AS events",
    )!;
    return { tasks: Number(row.tasks), events: Number(row.events), now: ended };
  });
}

function modelFates(): Fate[] {
  const ends: Fate[] = ["queued", "queued", "queued", "queued", "queued", "waiting"];
  const rare: Fate[] = ["in_review", "needs_person"];
  return Array.from({ length: model }, (_, number): Fate => {
    if (number < completed) return "completed";
    return number % 8 === 7 ? rare[Math.floor(number / 8) % 2]! : ends[number % 6]!;
  });
}

async function withConnection<Value>(
  path: string,
  work: (connection: Connection) => Promise<Value>,
): Promise<Value> {
  const connection = await Connection.open({ path, journal: "wal" });
  try {
    return await work(connection);
  } finally {
    connection.close();
  }
}

/** Copies the model until there are so many tasks; returns the time of the last event. */
function multiply(path: string, to: { tasks: number; milliseconds: number }): number {
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: false });
  try {
    const statements = new Statements(database);
    statements.first("PRAGMA journal_mode = DELETE");
    database.exec("PRAGMA synchronous = OFF; PRAGMA cache_size = -2000000");
    database.exec("PRAGMA temp_store = MEMORY");
    database.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA ignore_check_constraints = ON");
    makeModel(statements);
    // Made again below from the very texts, which the program's own check of the schema then compares.
    const walls = statements.all("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'");
    for (const { name } of walls) database.exec(`DROP TRIGGER "${name}"`);
    const milliseconds = copyAll(statements, to);
    database.exec(`DELETE FROM task_count;
      INSERT INTO task_count SELECT status, coalesce(target_agent, ''), open_dependencies > 0, count(*)
        FROM task GROUP BY 1, 2, 3`);
    for (const { sql } of walls) database.exec(String(sql));
    const foreign = foreignSchema(statements);
    if (foreign.length > 0) throw new Error(`Fill: the schema is changed: ${foreign.join(", ")}`);
    return firstMoment + milliseconds;
  } finally {
    database.close();
  }
}

function copyAll(statements: Statements, to: { tasks: number; milliseconds: number }): number {
  const { database } = statements;
  const rest = to.tasks - model;
  const openCopies = Math.min(mostOpenCopies, Math.floor(rest / 4000));
  const done = rest - openCopies * model;
  const sizes = [
    ...Array.from(
      { length: Math.ceil(done / completed) },
      (_, place) => Math.min(completed, done - place * completed),
    ),
    ...Array.from({ length: openCopies }, () => model),
  ];
  const counted = statements.all(`SELECT number, max(event) AS events,
    (SELECT count(*) FROM past_lease WHERE ended_event <= max(event)) AS fences
    FROM model_event GROUP BY number ORDER BY number`);
  let shift = shiftBy({ tasks: 0, events: 0, fences: 0, milliseconds: 0 }, model);
  function shiftBy(before: Shift, tasks: number): Shift {
    const { events, fences } = counted[tasks - 1]!;
    return {
      tasks: before.tasks + tasks,
      events: before.events + Number(events),
      fences: before.fences + Number(fences),
      milliseconds: before.milliseconds + to.milliseconds,
    };
  }
  database.exec("BEGIN");
  for (const [place, tasks] of sizes.entries()) {
    for (const sql of copySql(statements, shift, tasks)) database.exec(sql);
    shift = shiftBy(shift, tasks);
    if (place % batch === batch - 1) database.exec("COMMIT; BEGIN");
  }
  database.exec(`UPDATE workspace SET fence = ${shift.fences}; COMMIT`);
  return shift.milliseconds;
}
