// The SQL that copies a small ledger inside its own file, with numbers, times and ids moved on. Knows no size.
import { eventColumns, eventOf } from "../lib/sqlite/event_rows.ts";
import { indexedWords, taskWord, titleWord } from "../lib/sqlite/search_index.ts";
import type { Statements } from "../lib/sqlite/statements.ts";
import { sharedWord } from "./ten_each.ts";

/** How far a copy stands from the model. */
export interface Shift {
  readonly tasks: number;
  readonly events: number;
  readonly fences: number;
  readonly milliseconds: number;
}

/** `taskIdOf` in SQL. */
const idOf = (number: string) => `printf('%010x', (${number}) * 668265263251 & 1099511627775)`;

/** The model beside the ledger: its events with the words they are found by, its tasks with their numbers. */
export function makeModel(statements: Statements): void {
  const { database } = statements;
  database.exec(
    `CREATE TEMP TABLE model_task AS SELECT 0 AS number, 0 AS needed, * FROM task ORDER BY created_event;
    UPDATE model_task SET number = rowid - 1;
    UPDATE model_task SET needed = CASE depends_on WHEN '[]' THEN number ELSE number - 1 END;
    CREATE UNIQUE INDEX temp.model_id ON model_task (task_id);
    CREATE TEMP TABLE model_event (event INTEGER PRIMARY KEY, number, needed, words, task_id, kind, at,
      actor_kind, actor, session, previous_hash, hash, data);
    INSERT INTO model_event SELECT event.event, number, needed, NULL, event.task_id, kind, at, actor_kind,
      actor, session, previous_hash, hash, data FROM event JOIN model_task USING (task_id);
    CREATE TEMP TABLE model_past_lease AS SELECT number, number AS needed, past_lease.*
      FROM past_lease JOIN model_task USING (task_id);
    CREATE TEMP TABLE model_dependency AS SELECT number, needed, dependency.*
      FROM dependency JOIN model_task USING (task_id)`,
  );
  for (const row of statements.all(`SELECT number, ${eventColumns} FROM model_event`)) {
    const words = new Set(indexedWords(eventOf(row)));
    if (words.size === 0) continue;
    const number = String(row.number);
    const own = [
      taskWord(String(row.task_id)),
      number,
      titleWord(number),
      sharedWord(Number(number)),
    ];
    for (const word of own) words.delete(word);
    const common = [...words].join(" ");
    const event = Number(row.event);
    statements.run("UPDATE model_event SET words = :common WHERE event = :event", {
      common,
      event,
    });
  }
}

/** The statements that copy the first tasks of the model. */
export function copySql(statements: Statements, shift: Shift, tasks: number): string[] {
  const number = `(number + ${shift.tasks})`;
  const id = idOf(number);
  const renamed = (text: string) =>
    `replace(replace(replace(${text}, 'Task ' || number || ':', 'Task ' || ${number} || ':'),
      'shelf s' || (number / 4) || '.', 'shelf s' || (${number} / 4) || '.'),
      ${idOf("needed")}, ${idOf(`needed + ${shift.tasks}`)})`;
  const later = (column: string) => ({ [column]: `${column} + ${shift.milliseconds}` });
  const after = (column: string) => ({ [column]: `${column} + ${shift.events}` });
  const copy = (table: string, changed: Record<string, string>, order: string) => {
    const columns = statements.all(`PRAGMA main.table_info(${table})`).map(({ name }) =>
      String(name)
    );
    const values = columns.map((column) => changed[column] ?? column);
    return `INSERT INTO main.${table} (${columns.join(", ")}) SELECT ${values.join(", ")}
      FROM temp.model_${table} WHERE number < ${tasks} ORDER BY ${order}`;
  };
  return [
    copy("event", {
      ...{ ...after("event"), ...later("at"), task_id: id },
      data: `CASE kind WHEN 'created' THEN ${renamed("data")} ELSE data END`,
    }, "event"),
    copy("task", {
      ...{ ...after("created_event"), ...after("event"), ...later("created_at") },
      ...{ ...later("updated_at"), task_id: id, title: renamed("title") },
      ...{ objective: renamed("objective"), depends_on: renamed("depends_on") },
      likeness: `(likeness + ${number} * 668265263251) & 281474976710655`,
    }, "number"),
    copy("past_lease", {
      ...{ fence: `fence + ${shift.fences}`, task_id: id },
      ...{ ...after("ended_event"), ...later("ended_at") },
    }, "fence"),
    copy("dependency", { task_id: id, depends_on: idOf(`needed + ${shift.tasks}`) }, "number"),
    `INSERT INTO search (rowid, words) SELECT -(event + ${shift.events}), words || ' #' || ${id} ||
        CASE kind WHEN 'created' THEN
          ' ' || ${number} || ' =' || ${number} || ' s' || (${number} / 4) ELSE '' END
      FROM temp.model_event WHERE number < ${tasks} AND words IS NOT NULL ORDER BY event DESC`,
  ];
}
