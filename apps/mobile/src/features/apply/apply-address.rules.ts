import type { ApplicationType } from '@sealflow/contract';
import { usesDialect16 } from '@sealflow/domain/versions';
import { isApplicationType } from '@sealflow/domain/workflow';
import { paths } from '../../shell/navigation/paths.rules.ts';
import { viewAddress } from '../../shell/navigation/view.rules.ts';

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
  | { readonly step: 'choose'; readonly attachment: Attachment | null }
  | { readonly step: 'begin'; readonly type: ApplicationType; readonly attachment: Attachment | null }
  | { readonly step: 'write'; readonly type: ApplicationType; readonly draftID: string }
  | { readonly step: 'resume'; readonly draftID: string }
  | { readonly step: 'adopt'; readonly flowID: string };

/** Parses the query of the apply view. */
export function parseApplyAddress(query: URLSearchParams): ApplyAddress {
  const flowID = query.get('flow');
  if (flowID !== null && flowID !== '') return { step: 'adopt', flowID };
  const type = query.get('type') ?? '';
  const draftParam = query.get('draft');
  // The id becomes a folder name, so any other form is ignored.
  const draftID = draftParam !== null && /^[0-9a-f]{32}$/u.test(draftParam) ? draftParam : null;
  if (isApplicationType(type)) {
    return draftID === null
      ? { step: 'begin', type, attachment: parseAttachment(query) }
      : { step: 'write', type, draftID };
  }
  return draftID === null
    ? { step: 'choose', attachment: parseAttachment(query) }
    : { step: 'resume', draftID };
}

function parseAttachment(query: URLSearchParams): Attachment | null {
  const fileID = query.get('file') ?? '';
  return fileID === '' ? null : { fileID, name: query.get('name') ?? '' };
}

/** Address that begins an application of the given type with an attached document. */
export const newDraftAddress = (type: ApplicationType, { fileID, name }: Attachment): string =>
  viewAddress(paths.work, 'apply', { type, file: fileID, name });

export const chooseTypeAddress = (): string => viewAddress(paths.work, 'apply');

export const draftAddress = (type: ApplicationType, draftID: string): string =>
  viewAddress(paths.work, 'apply', { type, draft: draftID });

export const serviceDraftAddress = (flowID: string): string =>
  viewAddress(paths.work, 'apply', { flow: flowID });

/** Address of the detail screen in the tenant's service version. */
export const flowDetailAddress = (flowID: string, serviceVersion: string): string =>
  `${usesDialect16(serviceVersion) ? paths.flowinfo16 : paths.flowinfo}?${new URLSearchParams({ flowID }).toString()}`;

type DepthState = { readonly applyDepth?: number };

/**
 * Number of history entries of this view below the current one. After sending, navigation goes back over all of
 * them.
 */
export const readApplyDepth = (state: unknown): number => (state as DepthState | null)?.applyDepth ?? 0;

export const applyDepthState = (depth: number): DepthState => ({ applyDepth: depth });
