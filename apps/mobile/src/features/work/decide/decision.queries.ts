import type { FlowFile, FlowInfo } from '@sealflow/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../platform/api/index.ts';
import {
  type ChosenPerson,
  dismissRefusal,
  invalidateWork,
  type OutboxAction,
  submitDecisions,
} from '../../../platform/outbox/index.ts';
import { snapshotDigest } from '../../../platform/outbox/snapshot-digest.util.ts';
import { useSignedIn } from '../../../platform/session/index.ts';
import { refreshBadges } from '../../../shell/badges/badges.store.ts';
import { useWorkTenant } from '../work-tenant.hook.ts';

/** A decision, and the application as it was shown. */
export type DecisionRequest = {
  readonly action: OutboxAction;
  /** The task's id, or the flow's to cancel it. */
  readonly subject: string;
  readonly remark?: string;
  readonly people?: readonly ChosenPerson[];
  /** The earlier stage of a return; null for the applicant. */
  readonly stage?: number | null;
  /** ms since 1970: until then the decision can be undone. */
  readonly notBefore?: number;
  readonly info: FlowInfo;
  readonly files: readonly FlowFile[];
};

/** Submits a decision: sent, or queued while offline. @throws ApiError if the service rejects it. */
export function useDecision() {
  const client = useQueryClient();
  const { account } = useSignedIn();
  const { tid } = useWorkTenant();
  return useMutation({
    mutationFn: async (request: DecisionRequest): Promise<'sent' | 'waiting'> => {
      const { action, subject, remark = '', people = [], stage = null, notBefore, info, files } = request;
      const seen = (await snapshotDigest(info, files)) ?? null;
      const { id: flowID, title } = info;
      const hold = notBefore === undefined ? {} : { notBefore };
      const stated = { remark: remark.trim(), people, stage, seen, ...hold };
      const decision = { tid, action, flowID, subject, title, ...stated };
      const [outcome] = await submitDecisions(account.aid, [decision]);
      if (outcome?.state !== 'refused') return outcome?.state ?? 'waiting';
      // This page shows the rejection. If the page is closed before this call, the outbox shows it.
      await dismissRefusal(outcome.seq);
      const { code, params } = outcome.refusal;
      throw new ApiError({ kind: 'http', code, params, message: code });
    },
    // Also after a rejection: another approver has decided, or the application has changed.
    onSettled: (outcome, _error, { notBefore, info }) => {
      // Nothing has been sent yet.
      if (notBefore !== undefined && outcome === 'waiting') return undefined;
      refreshBadges();
      return invalidateWork(client, tid, new Set([info.id]));
    },
  });
}
