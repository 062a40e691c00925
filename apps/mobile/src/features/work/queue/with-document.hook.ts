import type { Flow } from '@sealflow/contract';
import { useQueryClient } from '@tanstack/react-query';
import { flowFileID } from '../../../platform/documents/flow-file.rules.ts';
import { useIsTriple } from '../../../shell/navigation/pane.hook.ts';
import { previewIn } from '../../../shell/navigation/panes.rules.ts';
import type { FlowView } from '../work.queries.ts';
import { useWorkTenant, workKeys } from '../work-tenant.hook.ts';

export type DetailTarget = { readonly to: string; readonly state: object };

/** While a document stands beside a task, the first document of the next one takes its place. */
export function useWithDocument() {
  const client = useQueryClient();
  const isTriple = useIsTriple();
  const { tid, tname } = useWorkTenant();
  return (path: string, { id, title }: Pick<Flow, 'id' | 'title'>, state: object): DetailTarget => {
    const [file] = client.getQueryData<FlowView>(workKeys.flow(tid, id))?.files ?? [];
    if (!isTriple || file === undefined || previewIn(window.location.search) === null)
      return { to: path, state };
    const previewFlowFile = { tid, tname, flowID: id, flowName: title, uri: file.uri, name: file.name };
    const preview = new URLSearchParams({ preview: flowFileID(previewFlowFile) });
    return { to: `${path}&${preview}`, state: { ...state, previewFlowFile, previewPushed: false } };
  };
}
