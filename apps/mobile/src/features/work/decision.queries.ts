import type { FlowFile, FlowInfo } from '@sealflow/contract';
import { canonicalSeen } from '@sealflow/domain/workflow';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { refreshBadges } from '../../app/shell/badges.store.ts';
import { ApiError } from '../../platform/api/index.ts';
import {
  type ChosenPerson,
  dismissRefusal,
  type OutboxAction,
  submitDecisions,
} from '../../platform/outbox/index.ts';
import { useSignedIn } from '../../platform/session/index.ts';
import { useWorkTenant, workKeys } from './work-tenant.hook.ts';

/** What the person had before their eyes, and what they make of it. */
export type DecisionRequest = {
  readonly action: OutboxAction;
  /** The task, or the flow where it is cancelled. */
  readonly subject: string;
  readonly remark?: string;
  readonly people?: readonly ChosenPerson[];
  readonly info: FlowInfo;
  readonly files: readonly FlowFile[];
};

/** Decides: done, or waiting for a line. @throws ApiError where the service refused it. */
export function useDecision() {
  const client = useQueryClient();
  const { account } = useSignedIn();
  const { tid } = useWorkTenant();
  return useMutation({
    mutationFn: async (request: DecisionRequest): Promise<'sent' | 'waiting'> => {
      const { action, subject, remark = '', people = [], info, files } = request;
      const seen = (await digestOfSeen(info, files)) ?? null;
      const { id: flowID, title } = info;
      const decision = { tid, action, flowID, subject, title, remark: remark.trim(), people, seen };
      const [outcome] = await submitDecisions(account.aid, [decision]);
      if (outcome?.state !== 'refused') return outcome?.state ?? 'waiting';
      // It is told here, and need not be told again; a page killed before this line tells it later.
      await dismissRefusal(outcome.seq);
      const { code, params } = outcome.refusal;
      throw new ApiError({ kind: 'http', code, params, message: code });
    },
    // Also after a refusal: somebody else has been there, or the application is another one now.
    onSettled: () => {
      refreshBadges();
      return client.invalidateQueries({ queryKey: workKeys.all(tid) });
    },
  });
}

/** The digest that the service compares with what it holds; see `canonicalSeen`. */
export async function digestOfSeen(info: FlowInfo, files: readonly FlowFile[]): Promise<string | undefined> {
  const { id: flowID, type, title, description, applicant, details } = info;
  const seen = { flowID, type, title, description, applicantID: applicant.fid, details, files };
  const text = canonicalSeen(seen);
  // Pages without https or localhost have no digests; the service then decides without the comparison.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (subtle === undefined) return undefined;
  const digest = await subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
