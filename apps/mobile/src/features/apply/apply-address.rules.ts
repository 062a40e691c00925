import type { ApplicationType } from '@sealflow/contract';
import { speaksSixteen } from '@sealflow/domain/versions';
import { isApplicationType } from '@sealflow/domain/workflow';
import { paths } from '../../app/shell/paths.ts';
import { viewAddress } from '../../app/shell/view.hook.ts';

/** A document of the app that a new application attaches: `&file=…&name=…`. */
export type Attachment = {
  readonly fileID: string;
  /** Used when the document is not in the local list yet. */
  readonly name: string;
};

/**
 * The state that the view's address encodes: choose a type, begin or write a draft, resume a local draft, or
 * adopt one of the service.
 */
export type ApplyAddress =
  | { readonly step: 'choose'; readonly attach: Attachment | null }
  | { readonly step: 'begin'; readonly type: ApplicationType; readonly attach: Attachment | null }
  | { readonly step: 'write'; readonly type: ApplicationType; readonly draftID: string }
  | { readonly step: 'resume'; readonly draftID: string }
  | { readonly step: 'adopt'; readonly flowID: string };

/** Parses the query of the apply view. */
export function readAddress(query: URLSearchParams): ApplyAddress {
  const flowID = query.get('flow');
  if (flowID !== null && flowID !== '') return { step: 'adopt', flowID };
  const type = query.get('type') ?? '';
  const given = query.get('draft');
  // The id becomes a folder name, so any other form is ignored.
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

/** Address that begins an application of the given type with an attached document. */
export const beginAddress = (type: ApplicationType, { fileID, name }: Attachment): string =>
  viewAddress(paths.work, 'apply', { type, file: fileID, name });

export const chooseAddress = (): string => viewAddress(paths.work, 'apply');

export const writeAddress = (type: ApplicationType, draftID: string): string =>
  viewAddress(paths.work, 'apply', { type, draft: draftID });

export const adoptAddress = (flowID: string): string => viewAddress(paths.work, 'apply', { flow: flowID });

/** Address of the detail screen in the tenant's service version. */
export const detailAddress = (flowID: string, serviceVersion: string): string =>
  `${speaksSixteen(serviceVersion) ? paths.flowinfo16 : paths.flowinfo}?${new URLSearchParams({ flowID }).toString()}`;

type DepthState = { readonly applyDepth?: number };

/**
 * Number of history entries of this view below the current one. After sending, navigation goes back over all of
 * them.
 */
export const depthIn = (state: unknown): number => (state as DepthState | null)?.applyDepth ?? 0;

export const withDepth = (depth: number): DepthState => ({ applyDepth: depth });
