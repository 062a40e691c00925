import type { NewDecision } from '../../src/platform/outbox/outbox.types.ts';
import { createOutbox, type OutboxDeps } from '../../src/platform/outbox/outbox.usecases.ts';
import type { createModelService } from './model-service.ts';

/** The approval of a task. */
export const createDecision = (subject = 'k1'): NewDecision => ({
  tid: 't1',
  action: 'approve',
  flowID: 'f1',
  subject,
  title: '外发',
  remark: '',
  people: [],
  seen: null,
});

/** An outbox of the only tab of a device that is online. `deps` replaces what a test needs otherwise. */
export const createTestOutbox = (
  service: ReturnType<typeof createModelService>,
  deps: Pick<OutboxDeps, 'sql'> & Partial<OutboxDeps>,
) =>
  createOutbox({
    api: service.api,
    accountID: 'a1',
    versionOf: () => 'eds-pro_16.2',
    sendApplication: service.sendApplication,
    isOnline: () => true,
    now: () => 0,
    newKey: () => crypto.randomUUID(),
    runExclusive: (work) => work(),
    onChange: () => undefined,
    ...deps,
  });
