/** Limits for the path in an error answer: its keys come from the client. */
const maxPathSteps = 8;
const maxStepLength = 100;

interface Step {
  readonly key: string;
  readonly parent: Step | undefined;
}

/** PostgreSQL stores no NUL, and neither UTF-8 nor JSON in PostgreSQL can represent a lone surrogate. */
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/**
 * Finds a string or key in a JSON value that the database cannot store. Iterative, because JSON can nest as deeply as a body is
 * long.
 * @returns the path of its parent, which contains no such key; undefined if every text is storable.
 */
export function findUnstorableText(value: unknown): readonly string[] | undefined {
  const stack: { node: unknown; at: Step | undefined }[] = [{ node: value, at: undefined }];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { node, at } = next;
    if (typeof node === 'string' && !isStorable(node)) return pathOf(at);
    if (typeof node !== 'object' || node === null || Buffer.isBuffer(node)) continue;
    for (const [key, child] of Object.entries(node)) {
      if (!isStorable(key)) return pathOf(at);
      if (typeof child === 'string' || typeof child === 'object')
        stack.push({ node: child, at: { key, parent: at } });
    }
  }
  return undefined;
}

function pathOf(last: Step | undefined): readonly string[] {
  const steps: string[] = [];
  for (let step = last; step; step = step.parent) steps.push(step.key);
  return steps
    .slice(-maxPathSteps)
    .toReversed()
    .map((key) => key.slice(0, maxStepLength));
}
