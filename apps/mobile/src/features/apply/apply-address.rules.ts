import type { ApplicationType } from '@sealflow/contract';
import { speaksSixteen } from '@sealflow/domain/versions';
import { isApplicationType } from '@sealflow/domain/workflow';
import { paths } from '../../app/shell/paths.ts';
import { viewAddress } from '../../app/shell/view.hook.ts';

/** A document of the app with which an application begins: `&file=…&name=…`. */
export type Attachment = {
  readonly fileID: string;
  /** For one that is not in the list yet. */
  readonly name: string;
};

/** What the address of the view says: choose, write a draft, or go on with one of this device or of the service. */
export type ApplyAddress =
  | { readonly step: 'choose'; readonly attach: Attachment | null }
  | { readonly step: 'begin'; readonly type: ApplicationType; readonly attach: Attachment | null }
  | { readonly step: 'write'; readonly type: ApplicationType; readonly draftID: string }
  | { readonly step: 'resume'; readonly draftID: string }
  | { readonly step: 'adopt'; readonly flowID: string };

export function readAddress(query: URLSearchParams): ApplyAddress {
  const flowID = query.get('flow');
  if (flowID !== null && flowID !== '') return { step: 'adopt', flowID };
  const type = query.get('type') ?? '';
  const given = query.get('draft');
  // It becomes the name of a folder.
  const draftID = given !== null && /^[0-9a-f]{32}$/u.test(given) ? given : null;
  if (isApplicationType(type)) {
    return draftID === null
      ? { step: 'begin', type, attach: attachmentIn(query) }
      : { step: 'write', type, draftID };
  }
  return draftID === null ? { step: 'choose', attach: attachmentIn(query) } : { step: 'resume', draftID };
}

function attachmentIn(query: URLSearchParams): Attachment | null {
  const fileID = query.get('file') ?? '';
  return fileID === '' ? null : { fileID, name: query.get('name') ?? '' };
}

/** A new application of a type with a document. */
export const beginAddress = (type: ApplicationType, { fileID, name }: Attachment): string =>
  viewAddress(paths.work, 'apply', { type, file: fileID, name });

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
