// The one suite that every ledger must pass: the comments of the port, made into tests.
import type { NewStorage } from "./bench.ts";
import { exerciseCommands } from "./exercise_commands.ts";
import { exerciseLists } from "./exercise_lists.ts";
import { exerciseRaces } from "./exercise_races.ts";
import { exerciseReads } from "./exercise_reads.ts";
import { exerciseRetries } from "./exercise_retries.ts";
import { exerciseSearch } from "./exercise_search.ts";
import { exerciseSearchPages } from "./exercise_search_pages.ts";

/** Registers the suite for one kind of ledger; `make` gives each test an empty storage of its own. */
export function exercise(name: string, make: NewStorage): void {
  exerciseCommands(name, make);
  exerciseRetries(name, make);
  exerciseReads(name, make);
  exerciseLists(name, make);
  exerciseSearch(name, make);
  exerciseSearchPages(name, make);
  exerciseRaces(name, make);
}
