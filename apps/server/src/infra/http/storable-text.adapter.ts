/** Limits for the path in an error answer: its keys come from the client. */
const mostSteps = 8;
const longestStep = 100;

interface Step {
  readonly key: string;
  readonly above: Step | undefined;
}

/** PostgreSQL stores no NUL, and neither UTF-8 nor JSON in PostgreSQL can represent a lone surrogate. */
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/**
 * Finds a string or key in a JSON value that the database cannot store. Iterative, because JSON can nest as deeply as a body is
 * long.
 * @returns the path of its parent, which contains no such key; undefined if every text is storable.
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
