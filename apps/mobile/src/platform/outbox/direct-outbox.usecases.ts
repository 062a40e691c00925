import { type Api, ApiError } from '../api/index.ts';
import type { Outbox, Outcome, SendApplication } from './outbox.types.ts';
import { sendDecisions } from './outbox-request.client.ts';

type DirectDeps = {
  readonly api: Api;
  readonly versionOf: (tid: string) => string | null;
  readonly sendApplication: SendApplication;
};

/** For devices without storage: decisions are sent at once or fail, and a repeated one has the same key. */
export function createDirectOutbox(
  { api, versionOf, sendApplication }: DirectDeps,
  newKey: () => string,
): Outbox {
  const keys = new Map<string, string>();
  const controller = new AbortController();
  return {
    isPersistent: false,
    async submit(decisions) {
      // A repeated decision has a new time, and the same key.
      const withoutTime = (name: string, value: unknown) => (name === 'notBefore' ? undefined : value);
      const content = JSON.stringify(decisions, withoutTime);
      const requestKey = keys.get(content) ?? newKey();
      keys.set(content, requestKey);
      const metadata = {
        requestKey,
        createAt: 0,
        notBefore: null,
        state: 'waiting',
        tried: false,
        refusal: null,
      } as const;
      const entries = decisions.map((decision, seq) => ({ ...decision, ...metadata, seq }));
      const serviceVersion = versionOf(decisions[0]?.tid ?? '') ?? '';
      try {
        const sent = await sendDecisions(api, entries, {
          serviceVersion,
          signal: controller.signal,
          sendApplication,
        });
        return entries.map(({ seq }) => sent.get(seq) ?? refusedOutcome('app.unknown_error'));
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return decisions.map(() => refusedOutcome(error.code, error.params));
      }
    },
    flush: async () => undefined,
    list: async () => [],
    withdraw: async () => false,
    dismiss: async () => undefined,
    stop: () => controller.abort(),
  };
}

const refusedOutcome = (code: ApiError['code'], params: ApiError['params'] = {}): Outcome => ({
  state: 'refused',
  refusal: { code, params },
  seq: -1,
});
