import type { FlowFile, FlowInfo } from '@sealflow/contract';
import { speaksSixteen } from '@sealflow/domain/versions';
import { canonicalSeen } from '@sealflow/domain/workflow';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refreshBadges } from '../../app/shell/badges.store.ts';
import { useApi } from '../../platform/api/index.ts';
import { useWorkTenant, workKeys } from './work.queries.ts';

export type Verdict = 'approve' | 'reject';

/** What the person had before their eyes, and what they make of it. */
export type DecisionRequest = {
  readonly verdict: Verdict;
  readonly taskID: string;
  readonly remark: string;
  readonly info: FlowInfo;
  readonly files: readonly FlowFile[];
};

/**
 * Sends a decision. One visit of the form has one idempotency key, so that a press after a lost answer decides nothing
 * twice; another remark or verdict is another request and gets another key.
 */
export function useDecision() {
  const api = useApi();
  const client = useQueryClient();
  const { tid, tserviceVersion } = useWorkTenant();
  const [keys] = useState(() => new Map<string, string>());

  return useMutation({
    mutationFn: async ({ verdict, taskID, remark, info, files }: DecisionRequest) => {
      const seen = await digestOfSeen(info, files);
      const text = remark.trim();
      const said = speaksSixteen(tserviceVersion) ? { remark: text } : { note: text };
      const content = JSON.stringify([verdict, taskID, text, seen]);
      const key = keys.get(content) ?? newKey();
      keys.set(content, key);
      const { data } = await api.call(`POST /api/v1/tenants/{tid}/tasks/{taskID}/actions/${verdict}`, {
        params: { tid, taskID },
        headers: { 'idempotency-key': key },
        body: { ...(text === '' ? {} : said), ...(seen === undefined ? {} : { seen }) },
      });
      return data;
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

function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
