import type { Flow } from '@sealflow/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
import { flowFileID } from '../../../platform/documents/flow-file.rules.ts';
import { useIsTriple } from '../../../shell/navigation/pane.hook.ts';
import { previewIn } from '../../../shell/navigation/panes.rules.ts';
import { useLocation, useNavigate } from '../../../shell/router/index.ts';
import type { FlowView } from '../work.queries.ts';
import { useWorkTenant, workKeys } from '../work-tenant.hook.ts';
import { queueStateIn } from './queue-state.rules.ts';

export type DetailTarget = { readonly to: string; readonly state: object };

const withoutAwaited = (state: object) => ({ ...state, awaitsDocument: undefined });

/** The query parameter and the state of a history entry that show the first document of an application; null without one. */
function useFirstDocument() {
  const { tid, tname } = useWorkTenant();
  return ({ id, title }: Pick<Flow, 'id' | 'title'>, [file]: FlowView['files'] = []) => {
    if (file === undefined) return null;
    const previewFlowFile = { tid, tname, flowID: id, flowName: title, uri: file.uri, name: file.name };
    return { preview: flowFileID(previewFlowFile), state: { previewFlowFile, previewPushed: false } };
  };
}

/** While a document is open beside a task, the first document of the next one takes its place. */
export function useWithDocument() {
  const client = useQueryClient();
  const isTriple = useIsTriple();
  const { tid } = useWorkTenant();
  const documentOf = useFirstDocument();
  const { state: shown } = useLocation();
  return (path: string, flow: Pick<Flow, 'id' | 'title'>, entryState: object): DetailTarget => {
    const state = withoutAwaited(entryState);
    const isBeside = previewIn(window.location.search) !== null || queueStateIn(shown).awaitsDocument;
    if (!isTriple || isBeside !== true) return { to: path, state };
    const document = documentOf(flow, client.getQueryData<FlowView>(workKeys.flow(tid, flow.id))?.files);
    if (document === null) return { to: path, state: { ...state, awaitsDocument: true } };
    const query = new URLSearchParams({ preview: document.preview });
    return { to: `${path}&${query}`, state: { ...state, ...document.state } };
  };
}

/** Shows the first document beside a task that was opened before its files were known. */
export function useAwaitedDocument(view: FlowView | undefined): void {
  const navigate = useNavigate();
  const isTriple = useIsTriple();
  const documentOf = useFirstDocument();
  const { search, state } = useLocation();
  const { awaitsDocument } = queueStateIn(state);
  const document = view === undefined ? null : documentOf(view.info, view.files);
  const preview = awaitsDocument === true && isTriple ? (document?.preview ?? null) : null;
  useLayoutEffect(() => {
    if (preview === null || document === null) return;
    const query = new URLSearchParams(search);
    query.set('preview', preview);
    navigate(
      { search: `?${query}` },
      { replace: true, state: { ...withoutAwaited(state as object), ...document.state } },
    );
  }, [preview, document, search, state, navigate]);
}
