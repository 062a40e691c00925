import type { ApplicationType } from '@sealflow/domain/workflow';
import { StatePane } from '../../kit/state-pane.component.tsx';
import { DesignerView } from './designer-view.component.tsx';
import { useProcess } from './flow-types.queries.ts';

type DesignerPageProps = { readonly tid: string; readonly type: ApplicationType };

/** Loads the process of a type and opens the designer. */
export function DesignerPage({ tid, type }: DesignerPageProps) {
  const process = useProcess(tid, type);
  if (process.data) return <DesignerView tid={tid} type={type} loaded={process.data} />;
  if (process.error) {
    return <StatePane kind="error" error={process.error} onRetry={() => void process.refetch()} />;
  }
  return <StatePane kind="loading" />;
}
