// The commit that this program was built from. The build of the binary writes it in; source keeps the mark.

const written: string = "@commit-of-this-build@";

/** The commit, 40 hex digits, perhaps with `-changed` behind it; undefined when run from source. */
export const commit: string | undefined = /^[0-9a-f]{40}(-changed)?$/.test(written)
  ? written
  : undefined;
