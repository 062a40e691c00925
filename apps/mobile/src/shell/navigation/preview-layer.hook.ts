import { useCallback } from 'react';
import { type FlowFileRef, flowFileID } from '../../platform/documents/flow-file.rules.ts';
import type { PreviewTarget } from '../../platform/documents/open-document.usecases.ts';
import { useLocation, useNavigate } from '../router/index.ts';
import { useIsWide } from './pane.hook.ts';
import { withoutPreview } from './panes.rules.ts';

type LayerState = {
  readonly previewFlowFile?: FlowFileRef | undefined;
  readonly comparedFlowFile?: FlowFileRef | undefined;
  readonly previewPushed?: boolean;
  /** What to search for in the document. */
  readonly previewWords?: string | undefined;
};

/** A history entry's state without what belongs to the document. */
function withoutLayer(state: unknown): object {
  const layer: Record<keyof LayerState, undefined> = {
    previewFlowFile: undefined,
    comparedFlowFile: undefined,
    previewPushed: undefined,
    previewWords: undefined,
  };
  return { ...(state as object | null), ...layer };
}

type PushOptions = { readonly flowFile?: FlowFileRef; readonly words?: string | undefined };

const previewParameter = 'preview';
const comparedParameter = 'compare';

/** The preview as a layer over the current path: opening and closing only navigate. */
export function usePreviewLayer() {
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const isWide = useIsWide();
  const layer = (state ?? {}) as LayerState;
  const { previewPushed } = layer;
  const fileID = new URLSearchParams(search).get(previewParameter);
  const target: PreviewTarget | null = fileID ? { fileID, flowFile: layer.previewFlowFile ?? null } : null;
  const comparedID = new URLSearchParams(search).get(comparedParameter);
  const compared: PreviewTarget | null = comparedID
    ? { fileID: comparedID, flowFile: layer.comparedFlowFile ?? null }
    : null;

  const push = useCallback(
    (id: string, { flowFile, words }: PushOptions = {}) => {
      const query = new URLSearchParams(search);
      // On a wide screen the list and the task stay in reach: another document takes the place of the open one.
      const isReplaced = isWide && query.has(previewParameter);
      query.set(previewParameter, id);
      const next: LayerState = {
        previewPushed: !isReplaced || previewPushed === true,
        ...(flowFile ? { previewFlowFile: flowFile } : {}),
        // Those of a replaced document are no search in this one.
        previewWords: words,
      };
      navigate(
        { search: `?${query.toString()}` },
        { replace: isReplaced, state: { ...(state as object | null), ...next } },
      );
    },
    [navigate, search, state, isWide, previewPushed],
  );
  const openRecord = useCallback((id: string, words?: string) => push(id, { words }), [push]);
  const openFlowFile = useCallback((file: FlowFileRef) => push(flowFileID(file), { flowFile: file }), [push]);
  const openAt = useCallback(
    (pathname: string, id: string) => {
      const layerState: LayerState = { previewPushed: true };
      navigate(
        { pathname, search: new URLSearchParams({ [previewParameter]: id }).toString() },
        { state: layerState },
      );
    },
    [navigate],
  );
  const openComparison = useCallback(
    (left: PreviewTarget, right: PreviewTarget) => {
      const query = new URLSearchParams(search);
      query.set(previewParameter, left.fileID);
      query.set(comparedParameter, right.fileID);
      const next: LayerState = {
        previewPushed: true,
        previewFlowFile: left.flowFile ?? undefined,
        comparedFlowFile: right.flowFile ?? undefined,
        previewWords: undefined,
      };
      navigate({ search: `?${query.toString()}` }, { state: { ...(state as object | null), ...next } });
    },
    [navigate, search, state],
  );
  const close = useCallback(() => {
    if (previewPushed === true) {
      navigate(-1);
      return;
    }
    // The rest of the entry's state stays: the queue that the task belongs to, the filter of a list.
    navigate({ search: withoutPreview(search) }, { replace: true, state: withoutLayer(state) });
  }, [navigate, search, state, previewPushed]);

  return {
    target,
    /** The document that `target` is compared with, if it is. */
    compared,
    words: layer.previewWords ?? '',
    openRecord,
    openFlowFile,
    openAt,
    openComparison,
    close,
  };
}
