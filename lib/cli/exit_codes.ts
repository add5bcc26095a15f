// How the program ends. Stands alone, since the fast paths need it before anything else is loaded.

/** Exit codes of the program (contract, Command line). */
export const exitCodes = { done: 0, refused: 1, usage: 2, fault: 70 } as const;
