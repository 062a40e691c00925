import type { ApplicationType } from '@sealflow/domain/workflow';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { useTexts } from '../../i18n/index.ts';
import { ChangedNotice } from '../../kit/changed-notice.component.tsx';
import { DetailTabs } from '../../kit/detail-tabs.component.tsx';
import { Notice } from '../../kit/notice.component.tsx';
import { Page } from '../../kit/page.component.tsx';
import { StatePane } from '../../kit/state-pane.component.tsx';
import { findProblems } from './design.rules.ts';
import { DesignConflict } from './design-conflict.component.tsx';
import { useDesigner } from './designer.hook.ts';
import { DesignerActions } from './designer-actions.component.tsx';
import { type TaggedDesign, useProcess } from './flow-types.queries.ts';
import { ProcessForm } from './process-form.component.tsx';
import { SimulationPanel } from './simulation-panel.component.tsx';
import { VersionsPanel } from './versions-panel.component.tsx';

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

type DesignerViewProps = {
  readonly tid: string;
  readonly type: ApplicationType;
  readonly loaded: TaggedDesign;
};

/** The designer of a process: the form, the simulation of what is edited, and the published versions. */
function DesignerView({ tid, type, loaded }: DesignerViewProps) {
  const { flowTypes: texts, workflow } = useTexts();
  const designer = useDesigner(tid, type, loaded);
  const { current: design, edited, people, isDirty } = designer;
  const problems = findProblems(edited, { people, needsProcessing: design.needsProcessing });
  useLeaveWarning(isDirty);
  const isBehind =
    design.draft !== null && design.published !== null && design.draft.basedOn !== design.published.version;
  return (
    <Page
      title={edited.name.trim() === '' ? workflow.types[type] : edited.name}
      lead={workflow.types[type]}
      actions={<DesignerActions designer={designer} hasProblems={problems.length > 0} />}
    >
      <Link to="..">{`← ${texts.back}`}</Link>
      <ChangedNotice
        tid={tid}
        kind="flowTypes"
        id={type}
        versions={designer.versions}
        write={designer.write}
        isDirty={isDirty}
      />
      {isDirty ? <Notice kind="info">{texts.unsaved}</Notice> : null}
      {isBehind ? <Notice kind="warning">{texts.draftBehind}</Notice> : null}
      <DetailTabs
        label={workflow.types[type]}
        tabs={[
          {
            id: 'design',
            title: texts.tabs.design,
            content: <ProcessForm tid={tid} designer={designer} problems={problems} />,
          },
          {
            id: 'simulation',
            title: texts.tabs.simulation,
            content: <SimulationPanel tid={tid} type={type} edited={edited} />,
          },
          {
            id: 'versions',
            title: texts.tabs.versions,
            content: <VersionsPanel tid={tid} type={type} designer={designer} />,
          },
        ]}
      />
      <DesignConflict tid={tid} designer={designer} />
    </Page>
  );
}

/** The browser asks before a page with unsaved changes is closed. */
function useLeaveWarning(isDirty: boolean): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (isDirty) event.preventDefault();
    };
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isDirty]);
}
