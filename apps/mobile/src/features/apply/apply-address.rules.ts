import type { ApplicationType } from '@sealflow/contract';
import { speaksSixteen } from '@sealflow/domain/versions';
import { isApplicationType } from '@sealflow/domain/workflow';
import { paths } from '../../app/shell/paths.ts';
import { viewAddress } from '../../app/shell/view.hook.ts';

/** What the address of the view says: choose, write a draft, or go on with one of this device or of the service. */
export type ApplyAddress =
  | { readonly step: 'choose' }
  | { readonly step: 'write'; readonly type: ApplicationType; readonly draftID: string | null }
  | { readonly step: 'resume'; readonly draftID: string }
  | { readonly step: 'adopt'; readonly flowID: string };

export function readAddress(query: URLSearchParams): ApplyAddress {
  const flowID = query.get('flow');
  if (flowID !== null && flowID !== '') return { step: 'adopt', flowID };
  const type = query.get('type') ?? '';
  const given = query.get('draft');
  // It becomes the name of a folder.
  const draftID = given !== null && /^[0-9a-f]{32}$/u.test(given) ? given : null;
  if (isApplicationType(type)) return { step: 'write', type, draftID };
  return draftID === null ? { step: 'choose' } : { step: 'resume', draftID };
}

export const chooseAddress = (): string => viewAddress(paths.work, 'apply');

export const writeAddress = (type: ApplicationType, draftID: string): string =>
  viewAddress(paths.work, 'apply', { type, draft: draftID });

export const adoptAddress = (flowID: string): string => viewAddress(paths.work, 'apply', { flow: flowID });

/** The detail screen of the tenant's dialect. */
export const detailAddress = (flowID: string, serviceVersion: string): string =>
  `${speaksSixteen(serviceVersion) ? paths.flowinfo16 : paths.flowinfo}?${new URLSearchParams({ flowID }).toString()}`;

type DepthState = { readonly applyDepth?: number };

/** How many of the view's own entries lie below this one in the history: sending leaves them all behind. */
export const depthIn = (state: unknown): number => (state as DepthState | null)?.applyDepth ?? 0;

export const withDepth = (depth: number): DepthState => ({ applyDepth: depth });
