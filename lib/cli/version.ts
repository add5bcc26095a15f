// The version of this program. Held equal to deno.json by a test, since a compiled program cannot read that.

/** Version of this program, as in deno.json. */
export const version = "0.1.0";
