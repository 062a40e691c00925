import { useEffect, useState } from 'react';
import {
  dismissRefusal,
  type OutboxEntry,
  type Outcome,
  useOutboxStore,
} from '../../platform/outbox/index.ts';
import { useWorkTenant } from './work-tenant.hook.ts';

export type Outcomes = ReadonlyMap<string, Outcome>;

/** What became of each task; one that waits gets its real outcome here as its answer comes. */
export function useBulkOutcomes() {
  const { tid } = useWorkTenant();
  const [outcomes, setOutcomes] = useState<Outcomes>(new Map());
  const add = (more: Outcomes) =>
    setOutcomes((before) => settled(new Map([...before, ...more]), entriesOf(tid)));

  useEffect(
    () => useOutboxStore.subscribe(() => setOutcomes((before) => settled(before, entriesOf(tid)))),
    [tid],
  );
  // They are told here, one by one.
  useEffect(() => {
    for (const outcome of outcomes.values())
      if (outcome.state === 'refused') void dismissRefusal(outcome.seq);
  }, [outcomes]);

  return { outcomes, add };
}

const entriesOf = (tid: string): readonly OutboxEntry[] =>
  useOutboxStore.getState().entries.filter((entry) => entry.tid === tid);

function settled(outcomes: Outcomes, entries: readonly OutboxEntry[]): Outcomes {
  const come = [...outcomes].flatMap(([taskID, { state }]): [string, Outcome][] => {
    if (state !== 'waiting') return [];
    const entry = entries.find(({ subject }) => subject === taskID);
    // What was answered is no longer there.
    if (entry === undefined) return [[taskID, { state: 'sent' }]];
    if (entry.refusal === null) return [];
    return [[taskID, { state: 'refused', refusal: entry.refusal, seq: entry.seq }]];
  });
  return come.length === 0 ? outcomes : new Map([...outcomes, ...come]);
}
