// Shows a planned change as a unified diff. The library is loaded at the first call, because most
// commands never show one.

/**
 * The change from one text to another as a unified diff with three lines around it; a missing `before`
 * or `after` counts as no file. Empty when the texts are equal.
 */
export async function unifiedDiff(
  before: string | undefined,
  after: string | undefined,
  options: { path: string },
): Promise<string> {
  if (before === after) return "";
  const { createTwoFilesPatch, FILE_HEADERS_ONLY } = await import("diff");
  const oldName = before === undefined ? "/dev/null" : options.path;
  const newName = after === undefined ? "/dev/null" : options.path;
  return createTwoFilesPatch(oldName, newName, before ?? "", after ?? "", undefined, undefined, {
    context: 3,
    headerOptions: FILE_HEADERS_ONLY,
  });
}
