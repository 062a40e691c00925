/** Limits for the path in an error answer, because its keys come from the client. */
const mostSteps = 8;
const longestStep = 100;

interface Step {
  readonly key: string;
  readonly above: Step | undefined;
}

/** PostgreSQL stores no NUL, and neither UTF-8 nor its JSON takes half of a surrogate pair. */
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/**
 * Finds a text in a value of JSON that no store takes; keys are texts too. Without recursion: JSON nests as deeply as a body is long.
 * @returns its path, which holds no such text itself; undefined where there is none.
 */
export function unstorableTextIn(value: unknown): readonly string[] | undefined {
  const left: { inside: unknown; at: Step | undefined }[] = [{ inside: value, at: undefined }];
  for (let next = left.pop(); next; next = left.pop()) {
    const { inside, at } = next;
    if (typeof inside === 'string' && !isStorable(inside)) return pathOf(at);
    if (typeof inside !== 'object' || inside === null || Buffer.isBuffer(inside)) continue;
    for (const [key, below] of Object.entries(inside)) {
      if (!isStorable(key)) return pathOf(at);
      if (typeof below === 'string' || typeof below === 'object')
        left.push({ inside: below, at: { key, above: at } });
    }
  }
  return undefined;
}

function pathOf(last: Step | undefined): readonly string[] {
  const steps: string[] = [];
  for (let step = last; step; step = step.above) steps.push(step.key);
  return steps
    .slice(-mostSteps)
    .toReversed()
    .map((key) => key.slice(0, longestStep));
}
