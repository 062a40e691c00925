import { useTexts } from '../../i18n/index.ts';
import { VersionsDialog } from '../../kit/conflict-dialog.component.tsx';
import { showToast } from '../../kit/toasts.store.ts';
import { type EditedProcess, startEditing } from './design.rules.ts';
import type { Designer } from './designer.hook.ts';
import { useNamesOf } from './rule-names.hook.ts';
import { escalationWords, stageFacts } from './stage-words.rules.ts';

/** Shows what another administrator saved beside what this one edits. */
export function DesignConflict({ tid, designer }: { readonly tid: string; readonly designer: Designer }) {
  const allTexts = useTexts();
  const { flowTypes: texts, workflow, common, processRules } = allTexts;
  const known = new Map([
    ...[...designer.people].map(([fid, { name }]) => [fid, name] as const),
    ...(designer.versions.theirs?.value.people ?? []).map(({ fid, name }) => [fid, name] as const),
  ]);
  const nameOf = (fid: string) => known.get(fid) || fid;
  const names = useNamesOf(tid, nameOf);
  const listPeople = (fids: readonly string[]) => fids.map(nameOf).join(texts.separator);
  const wordsOf = (process: EditedProcess): readonly (readonly [string, string])[] => [
    [texts.displayName, process.name],
    ...stageFacts(process.stages, { texts: allTexts, names }),
    [allTexts.escalation.label, escalationWords(process.escalation, { texts: allTexts, names })],
    [processRules.fallback, listPeople(process.fallback ?? [])],
    [texts.cc, listPeople(process.cc)],
    [texts.processing, texts.processings[process.fileProcess?.by ?? 'none']],
    [
      texts.executors,
      process.fileProcess?.by === 'executors' ? listPeople(process.fileProcess.executors) : '',
    ],
    [texts.directComplete, process.directComplete ? common.yes : common.no],
    [
      texts.timeLimit,
      process.taskTimeLimit === null ? '' : workflow.hours(Math.round(process.taskTimeLimit / hourMs)),
    ],
  ];
  return (
    <VersionsDialog
      versions={designer.versions}
      wordsOf={(design) => wordsOf(startEditing(design, ''))}
      mine={wordsOf(designer.edited)}
      onWritten={() => showToast({ color: 'success', text: texts.draftStored })}
    />
  );
}

const hourMs = 3_600_000;
