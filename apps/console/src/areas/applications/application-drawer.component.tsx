import { isTerminal } from '@sealflow/domain/workflow';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { ConfirmDialog } from '../../kit/confirm-dialog.component.tsx';
import { DetailTabs } from '../../kit/detail-tabs.component.tsx';
import { Drawer } from '../../kit/drawer.component.tsx';
import { TextInput } from '../../kit/fields.component.tsx';
import { Facts } from '../../kit/page.component.tsx';
import { StatePane } from '../../kit/state-pane.component.tsx';
import { useTimeText } from '../../kit/time.hook.ts';
import { showToast } from '../../kit/toasts.store.ts';
import { useErrorText } from '../../platform/api.hook.ts';
import { type ApplicationInfo, useApplication, useApplicationActs } from './applications.queries.ts';
import { FileFacts } from './file-facts.component.tsx';
import { ProcessSteps, type ReassignableTask } from './process-steps.component.tsx';
import { ReassignDialog } from './reassign-dialog.component.tsx';
import { StateTag } from './state-tag.component.tsx';
import { VersionsPanel } from './versions-panel.component.tsx';

type ApplicationDrawerProps = {
  readonly tid: string;
  readonly flowID: string;
  readonly onClose: () => void;
};

/** An application with its process and the facts of its files, and what an administrator can do with it. */
export function ApplicationDrawer({ tid, flowID, onClose }: ApplicationDrawerProps) {
  const { applications: texts } = useTexts();
  const errorText = useErrorText();
  const application = useApplication(tid, flowID);
  const { tryAgain, cancel, reassign } = useApplicationActs(tid, flowID);
  const [isCanceling, setCanceling] = useState(false);
  const [reason, setReason] = useState('');
  const [task, setTask] = useState<ReassignableTask | null>(null);
  const { data } = application;
  const retry = () =>
    tryAgain.mutate(undefined, {
      onSuccess: () => showToast({ color: 'success', text: texts.triedAgain }),
      onError: (error) => showToast({ color: 'error', text: errorText(error) }),
    });
  return (
    <Drawer
      title={data?.title ?? ''}
      onClose={onClose}
      footer={
        data && !isTerminal(data.state) ? (
          <>
            {data.canTryAgain ? (
              <Button isPending={tryAgain.isPending} onPress={retry}>
                {texts.tryAgain}
              </Button>
            ) : null}
            <Button kind="danger" onPress={() => setCanceling(true)}>
              {texts.cancel}
            </Button>
          </>
        ) : undefined
      }
    >
      {data ? (
        <DetailTabs
          label={data.title}
          tabs={[
            {
              id: 'facts',
              title: texts.tabs.facts,
              content: <ApplicationFacts tid={tid} application={data} />,
            },
            {
              id: 'process',
              title: texts.tabs.process,
              content: <ProcessSteps steps={data.process} onReassign={setTask} />,
            },
            { id: 'files', title: texts.tabs.files, content: <FileFacts files={data.files} /> },
            ...(data.versions.length < 2
              ? []
              : [
                  {
                    id: 'versions',
                    title: texts.tabs.versions,
                    content: <VersionsPanel versions={data.versions} />,
                  },
                ]),
          ]}
        />
      ) : application.error ? (
        <StatePane kind="error" error={application.error} onRetry={() => void application.refetch()} />
      ) : (
        <StatePane kind="loading" />
      )}
      {data && isCanceling ? (
        <ConfirmDialog
          title={texts.cancelTitle}
          confirmLabel={texts.cancel}
          typedName={data.title}
          isDanger
          onConfirm={async () => {
            await cancel.mutateAsync(reason.trim());
            showToast({ color: 'success', text: texts.canceled });
          }}
          onClose={() => setCanceling(false)}
        >
          <p>{texts.cancelText}</p>
          <TextInput
            label={texts.reason}
            hint={texts.reasonHint}
            rows={2}
            maxLength={1000}
            value={reason}
            onChange={setReason}
          />
        </ConfirmDialog>
      ) : null}
      {task === null ? null : (
        <ReassignDialog
          tid={tid}
          task={task}
          onReassign={(change) => reassign.mutateAsync({ ...change, taskID: task.id })}
          onClose={() => setTask(null)}
        />
      )}
    </Drawer>
  );
}

function ApplicationFacts({
  tid,
  application,
}: {
  readonly tid: string;
  readonly application: ApplicationInfo;
}) {
  const { applications: texts, common } = useTexts();
  const timeText = useTimeText();
  const { id, typeName, applicant, description, createAt, updateAt, deadline, returnedBy } = application;
  return (
    <>
      <Facts
        facts={[
          [texts.type, typeName],
          [texts.state, <StateTag key="state" flow={application} />],
          [texts.applicant, applicant.name || applicant.fid],
          [texts.description, description || common.none],
          [texts.createAt, timeText(createAt)],
          [texts.updateAt, timeText(updateAt)],
          [texts.deadline, deadline === null ? common.none : timeText(deadline)],
          ...(returnedBy === undefined
            ? []
            : [
                [texts.returnedBy, returnedBy.person.name || returnedBy.person.fid] as const,
                [texts.returnReason, returnedBy.reason] as const,
              ]),
        ]}
      />
      <Link to={`/t/${tid}/audit?subject=${id}`}>{texts.inAudit}</Link>
    </>
  );
}
