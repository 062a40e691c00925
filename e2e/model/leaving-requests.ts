import type { SentRequest } from './connection.ts';
import { assertInvariant, InvariantViolation } from './invariants.ts';
import { describeIntent, type Intent, type ModelState } from './model-state.ts';

/** Checks a request that leaves a device. */
export function checkLeavingRequest(model: ModelState, device: string, { path, body }: SentRequest): void {
  if (!path.includes('/actions/') || typeof body !== 'string') return;
  const { remark, note, tasks } = JSON.parse(body) as {
    remark?: string;
    note?: string;
    tasks?: { taskID: string }[];
  };
  const text = remark ?? note ?? model.submittedTitle(path);
  const submission = text === undefined ? undefined : model.lastSubmission(text);
  const subjects = tasks?.map(({ taskID }) => taskID) ?? null;
  for (const [at, intent] of model.intents.entries()) {
    const isMatch =
      intent.action === 'submit'
        ? intent === submission
        : intent.text === text && (subjects?.includes(intent.subject) ?? path.includes(intent.subject));
    if (!isMatch) continue;
    assertInvariant(intent.device === device, `${describeIntent(intent)} is sent from ${device}`);
    assertInvariant(
      intent.reported === 'none',
      `${describeIntent(intent)} is sent after it was reported as ${intent.reported}`,
    );
    if (!intent.wasSent && intent.action !== 'submit') assertOrder(model, intent, at);
    intent.wasSent = true;
  }
}

/** Decisions leave in the order in which they were entered. Applications wait for their files. */
function assertOrder(model: ModelState, intent: Intent, at: number): void {
  const before = model.intents
    .slice(0, at)
    .find(
      (one) =>
        one.device === intent.device &&
        one.aid === intent.aid &&
        one.reported === 'none' &&
        one.text !== intent.text &&
        one.action !== 'submit' &&
        !one.wasSent,
    );
  if (before !== undefined)
    throw new InvariantViolation(`${describeIntent(intent)} is sent before ${describeIntent(before)}`);
}
