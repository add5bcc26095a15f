// Every number of the contract in one place. Knows nothing but numbers.

/** Longest texts the ledger takes, in Unicode code points. Over a limit is refused, never cut (contract, Text). */
export const textLimits = {
  title: 200,
  objective: 8000,
  constraints: 8000,
  summary: 8000,
  comments: 8000,
  text: 8000,
  next_action: 2000,
  answer: 2000,
  reason: 2000,
  why: 2000,
  ref: 2000,
  path: 1024,
  step: 500,
  query: 500,
  request_id: 64,
} as const;

/** Most items a list argument may hold (contract, Text and Dependencies). */
export const listLimits = {
  changed_files: 200,
  depends_on: 50,
  plan: 100,
  steps_done: 100,
} as const;

/** Handoffs a task may use: 0 to 16, 4 unless told otherwise; one extension adds 1 to 16 more. */
export const handoffLimits = { least: 0, most: 16, usual: 4, leastMore: 1, mostMore: 16 } as const;

/** Length of a lease in minutes: 1 to 1440, 90 unless told otherwise. */
export const leaseLimits = { least: 1, most: 1440, usual: 90 } as const;

/** One minute in milliseconds. */
export const minute = 60_000;

/** How far the clock may stand before a lease's grant until clocks are said to disagree: 5 minutes, in milliseconds. */
export const clockSlack = 5 * minute;

/** How long a request id is remembered: 24 hours, in milliseconds. */
export const requestMemory = 24 * 60 * minute;

/** How recent an equal task must be to draw a warning at creation: 10 minutes, in milliseconds. */
export const twinMemory = 10 * minute;

/** Minutes after a holder's last event until anyone may claim the lease of its ended session: 0 to 1440, 10 by default. */
export const graceLimits = { least: 0, most: 1440, usual: 10 } as const;

/** How many decisions a brief keeps: the newest ten. */
export const decisionsKept = 10;
