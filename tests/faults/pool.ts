// Runs many small pieces of work a few at a time. Knows nothing of what they do.

/** Does the work for each value, `width` pieces at once; rejects with the first failure once all are over. */
export async function eachOf<Value>(
  values: readonly Value[],
  work: (value: Value) => Promise<void>,
  options: { width?: number } = {},
): Promise<void> {
  const rest = values.values();
  const failures: unknown[] = [];
  const lane = async () => {
    for (const value of rest) await work(value).catch((error) => failures.push(error));
  };
  await Promise.all(Array.from({ length: options.width ?? 4 }, lane));
  if (failures.length > 0) throw failures[0];
}
