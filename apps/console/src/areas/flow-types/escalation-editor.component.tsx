import { useTexts } from '../../i18n/index.ts';
import { SelectInput } from '../../kit/select-input.component.tsx';
import type { Designer } from './designer.hook.ts';
import { PeopleList } from './people-list.component.tsx';

const kinds = ['end', 'department_head', 'head_above', 'people'] as const;
const times = ['1', '2', '3'] as const;

/** What happens when a task passes its deadline. Shown if tasks have one. */
export function EscalationEditor({ tid, designer }: { readonly tid: string; readonly designer: Designer }) {
  const { escalation: texts } = useTexts();
  const { edited, people, change, remember } = designer;
  const { escalation } = edited;
  if (edited.taskTimeLimit === null && escalation === undefined) return null;
  const setKind = (to: (typeof kinds)[number]) => {
    const { escalation: before, ...rest } = edited;
    const count = before?.times ?? 1;
    if (to === 'end') change(rest);
    else if (to === 'people') change({ ...rest, escalation: { to, people: [], times: count } });
    else change({ ...rest, escalation: { to, times: count } });
  };
  return (
    <>
      <SelectInput
        label={texts.label}
        hint={texts.hint}
        value={escalation?.to ?? 'end'}
        options={kinds.map((id) => ({ id, label: texts.kinds[id] }))}
        onChange={setKind}
      />
      {escalation?.to === 'people' ? (
        <PeopleList
          tid={tid}
          label={texts.people}
          addLabel={texts.addPerson}
          fids={escalation.people}
          people={people}
          remember={remember}
          onChange={(fids) => change({ ...edited, escalation: { ...escalation, people: [...fids] } })}
        />
      ) : null}
      {escalation === undefined ? null : (
        <SelectInput<(typeof times)[number]>
          label={texts.times}
          value={times.find((one) => one === String(escalation.times)) ?? '1'}
          options={times.map((id) => ({ id, label: id }))}
          onChange={(count) => change({ ...edited, escalation: { ...escalation, times: Number(count) } })}
        />
      )}
    </>
  );
}
