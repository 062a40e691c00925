import type { ApplicationType } from '@sealflow/domain/workflow';
import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { TextInput } from '../../kit/fields.component.tsx';
import { Notice } from '../../kit/notice.component.tsx';
import { ApproverInput } from '../../kit/person-input.component.tsx';
import { useErrorText } from '../../platform/api.hook.ts';
import { type EditedProcess, toDraft } from './design.rules.ts';
import styles from './designer.module.css';
import { emptyExample, toFacts } from './example-facts.rules.ts';
import { ExampleFields } from './example-fields.component.tsx';
import { useSimulation } from './flow-types.queries.ts';
import { SimulationResult } from './simulation-result.component.tsx';

type Person = { readonly fid: string; readonly name: string };

type SimulationPanelProps = {
  readonly tid: string;
  readonly type: ApplicationType;
  readonly edited: EditedProcess;
};

/** Asks the service whom an application of a person would ask, by the process as it is edited. */
export function SimulationPanel({ tid, type, edited }: SimulationPanelProps) {
  const { flowTypes: texts, processRules } = useTexts();
  const errorText = useErrorText();
  const simulation = useSimulation(tid, type);
  const [applicant, setApplicant] = useState<Person | null>(null);
  const [documentID, setDocumentID] = useState('');
  const [chosen, setChosen] = useState<Readonly<Record<number, Person | null>>>({});
  const [example, setExample] = useState(emptyExample);
  const hasExample = edited.stages.some(({ when }) => when !== undefined);
  const choosing = edited.stages.flatMap(({ applicantChoice }, index) =>
    applicantChoice === undefined ? [] : [index + 1],
  );
  const simulate = () => {
    if (applicant === null) return;
    const { process } = toDraft(edited);
    const id = documentID.trim();
    const chosenApprovers = choosing.flatMap((stage) => {
      const person = chosen[stage];
      return person ? [{ stage, fid: person.fid }] : [];
    });
    simulation.mutate({
      process,
      applicant: applicant.fid,
      ...(hasExample ? { facts: toFacts(example) } : {}),
      ...(id === '' ? {} : { documentID: id }),
      ...(chosenApprovers.length === 0 ? {} : { chosenApprovers }),
    });
  };
  return (
    <div className={styles.form}>
      <p className={styles.hint}>{texts.simulationLead}</p>
      <div className={styles.question}>
        <ApproverInput tid={tid} label={texts.applicant} value={applicant} onChange={setApplicant} />
        <TextInput
          label={texts.documentID}
          hint={texts.documentHint}
          maxLength={100}
          value={documentID}
          onChange={setDocumentID}
        />
        {choosing.map((stage) => (
          <ApproverInput
            key={stage}
            tid={tid}
            label={processRules.chosenAt(stage)}
            value={chosen[stage] ?? null}
            onChange={(person) => setChosen({ ...chosen, [stage]: person })}
          />
        ))}
        {hasExample ? <ExampleFields tid={tid} example={example} onChange={setExample} /> : null}
        <Button
          kind="primary"
          isDisabled={applicant === null}
          isPending={simulation.isPending}
          onPress={simulate}
        >
          {texts.simulate}
        </Button>
      </div>
      <div aria-live="polite">
        {simulation.error === null ? null : <Notice kind="error">{errorText(simulation.error)}</Notice>}
        {simulation.data ? <SimulationResult result={simulation.data} /> : null}
      </div>
    </div>
  );
}
