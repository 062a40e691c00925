/** The result of an act on one of several objects; `error` is null if it succeeded. */
export type BulkOutcome = { readonly id: string; readonly error: unknown };

/**
 * Acts on objects one after the other. A failure is the outcome of its object and does not stop the others.
 * @param act - one call of the service.
 */
export async function actOnEach(
  ids: readonly string[],
  act: (id: string) => Promise<unknown>,
  onProgress: (done: number) => void,
): Promise<readonly BulkOutcome[]> {
  const outcomes: BulkOutcome[] = [];
  for (const id of ids) {
    try {
      await act(id);
      outcomes.push({ id, error: null });
    } catch (error) {
      outcomes.push({ id, error });
    }
    onProgress(outcomes.length);
  }
  return outcomes;
}
