import { useTexts } from '../../i18n/index.ts';
import { TextInput } from '../../kit/fields.component.tsx';
import { ChosenList } from './chosen-list.component.tsx';
import type { Example } from './example-facts.rules.ts';
import { useRuleChoices } from './rule-names.hook.ts';

type ExampleFieldsProps = {
  readonly tid: string;
  readonly example: Example;
  readonly onChange: (example: Example) => void;
};

/** Example facts of an application, on which the simulation evaluates conditions. */
export function ExampleFields({ tid, example, onChange }: ExampleFieldsProps) {
  const { conditions: texts } = useTexts();
  const { classifications } = useRuleChoices(tid);
  return (
    <>
      <TextInput
        label={texts.fileCount}
        hint={texts.factsLead}
        inputMode="numeric"
        value={example.files}
        onChange={(files) => onChange({ ...example, files })}
      />
      <TextInput
        label={texts.totalSize}
        hint={texts.factsLead}
        inputMode="numeric"
        value={example.megabytes}
        onChange={(megabytes) => onChange({ ...example, megabytes })}
      />
      <TextInput
        label={texts.outsideRecipients}
        hint={texts.factsLead}
        inputMode="numeric"
        value={example.outside}
        onChange={(outside) => onChange({ ...example, outside })}
      />
      <ChosenList
        label={texts.classifications}
        addLabel={texts.addClassification}
        hint={texts.factsLead}
        ids={example.classificationIDs}
        options={classifications}
        onChange={(classificationIDs) => onChange({ ...example, classificationIDs })}
      />
    </>
  );
}
