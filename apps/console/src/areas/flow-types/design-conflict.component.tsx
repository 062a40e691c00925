import { useTexts } from '../../i18n/index.ts';
import { ConflictDialog, type FieldVersions } from '../../kit/conflict-dialog.component.tsx';
import { showToast } from '../../kit/toasts.store.ts';
import { useErrorText } from '../../platform/api.hook.ts';
import { type EditedProcess, startEditing } from './design.rules.ts';
import type { Designer } from './designer.hook.ts';
import type { TaggedDesign } from './flow-types.queries.ts';

type DesignConflictProps = { readonly designer: Designer; readonly theirs: TaggedDesign };

/** Shows what another administrator saved beside what this one edits. */
export function DesignConflict({ designer, theirs }: DesignConflictProps) {
  const { flowTypes: texts, workflow, common } = useTexts();
  const errorText = useErrorText();
  const names = new Map([
    ...[...designer.people].map(([fid, { name }]) => [fid, name] as const),
    ...theirs.design.people.map(({ fid, name }) => [fid, name] as const),
  ]);
  const listPeople = (fids: readonly string[]) =>
    fids.map((fid) => names.get(fid) || fid).join(texts.separator);
  const describe = (process: EditedProcess): Record<string, string> => ({
    [texts.displayName]: process.name,
    ...Object.fromEntries(
      process.stages.map(({ rule, approvers }, index) => [
        texts.stage(index + 1),
        `${workflow.rules[rule]} · ${listPeople(approvers)}`,
      ]),
    ),
    [texts.cc]: listPeople(process.cc),
    [texts.processing]: texts.processings[process.fileProcess?.by ?? 'none'],
    [texts.executors]:
      process.fileProcess?.by === 'executors' ? listPeople(process.fileProcess.executors) : '',
    [texts.directComplete]: process.directComplete ? common.yes : common.no,
    [texts.timeLimit]:
      process.taskTimeLimit === null ? '' : workflow.hours(Math.round(process.taskTimeLimit / hourMs)),
  });
  const [own, other] = [describe(designer.edited), describe(startEditing(theirs.design, ''))];
  const labels = [...new Set([...Object.keys(own), ...Object.keys(other)])];
  const fields: FieldVersions[] = labels
    .map((label) => ({ label, theirs: other[label] ?? '', mine: own[label] ?? '' }))
    .filter((field) => field.theirs !== field.mine);
  return (
    <ConflictDialog
      fields={fields}
      onTakeTheirs={designer.takeTheirs}
      onOverwrite={() => {
        designer.overwrite().catch((error: unknown) => showToast({ color: 'error', text: errorText(error) }));
      }}
      onClose={designer.closeConflict}
    />
  );
}

const hourMs = 3_600_000;
