import { useTexts } from '../../i18n/index.ts';
import { Switch, TextInput } from '../../kit/fields.component.tsx';
import { Facts, Section } from '../../kit/page.component.tsx';
import { SelectInput } from '../../kit/select-input.component.tsx';
import type { EditedProcess } from './design.rules.ts';
import type { Designer } from './designer.hook.ts';
import styles from './designer.module.css';
import { EscalationEditor } from './escalation-editor.component.tsx';
import { PeopleList } from './people-list.component.tsx';

const hourMs = 3_600_000;

/** What follows the approval: copies, processing, delivery, and the limits of the tasks. */
export function AfterApproval({ tid, designer }: { readonly tid: string; readonly designer: Designer }) {
  const { flowTypes: texts, workflow } = useTexts();
  const { edited, people, change, remember, current } = designer;
  const { fileProcess, taskTimeLimit } = edited;
  const kinds = current.needsProcessing
    ? (['service', 'executors'] as const)
    : (['service', 'executors', 'none'] as const);
  const setKind = (kind: 'service' | 'executors' | 'none') => {
    const processings: Record<typeof kind, EditedProcess['fileProcess']> = {
      service: { by: 'service' },
      executors: { by: 'executors', executors: [] },
      none: null,
    };
    change({ ...edited, fileProcess: processings[kind] });
  };
  const shared = { tid, people, remember };
  return (
    <Section title={texts.after}>
      <div className={styles.form}>
        <PeopleList
          {...shared}
          label={texts.cc}
          addLabel={texts.addCc}
          fids={edited.cc}
          onChange={(cc) => change({ ...edited, cc: [...cc] })}
        />
        <SelectInput
          label={texts.processing}
          value={fileProcess?.by ?? 'none'}
          onChange={setKind}
          options={kinds.map((id) => ({ id, label: texts.processings[id] }))}
        />
        {fileProcess?.by === 'executors' ? (
          <PeopleList
            {...shared}
            label={texts.executors}
            addLabel={texts.addExecutor}
            fids={fileProcess.executors}
            onChange={(executors) =>
              change({ ...edited, fileProcess: { by: 'executors', executors: [...executors] } })
            }
          />
        ) : null}
        <Facts facts={[[texts.delivery, workflow.deliveries[current.delivery]]]} />
        <Switch
          isSelected={edited.directComplete}
          onChange={(directComplete) => change({ ...edited, directComplete })}
        >
          {texts.directComplete}
        </Switch>
        <TextInput
          label={texts.timeLimit}
          hint={texts.timeLimitHint}
          inputMode="numeric"
          value={taskTimeLimit === null ? '' : String(taskTimeLimit / hourMs)}
          onChange={(text) => {
            const hours = Number(text);
            if (!Number.isFinite(hours)) return;
            change({ ...edited, taskTimeLimit: text.trim() === '' ? null : Math.round(hours * hourMs) });
          }}
        />
        <EscalationEditor tid={tid} designer={designer} />
      </div>
    </Section>
  );
}
