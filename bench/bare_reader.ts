// The least program that lists tasks: opens the file, reads twenty rows, prints them. The measure for `list`.
import { DatabaseSync } from "node:sqlite";

const database = new DatabaseSync(Deno.args[0]!, { readOnly: true });
const rows = database.prepare("SELECT task_id, status, title FROM task LIMIT 20").all();
for (const { task_id, status, title } of rows) console.log(`${task_id}\t${status}\t${title}`);
database.close();
