import type { FlowFile, FlowVersion } from '@sealflow/contract';
import type { DetailFact } from '../facts/detail-facts.rules.ts';
import { type DiffPart, diffTexts } from './text-diff.rules.ts';

/** A changed field with its difference. */
export type FieldChange = { readonly name: string; readonly parts: readonly DiffPart[] };

/** A file that was added, removed, renamed, or replaced by another of the same name. */
export type FileChange =
  | { readonly kind: 'added' | 'removed'; readonly file: FlowFile }
  | { readonly kind: 'replaced' | 'renamed'; readonly file: FlowFile; readonly before: FlowFile };

/** A version with its fields as they are shown, in order. */
export type ShownVersion = { readonly fields: readonly DetailFact[]; readonly files: readonly FlowFile[] };

/** The fields that differ, those of the newer version first. */
export function fieldChanges(before: ShownVersion, after: ShownVersion): readonly FieldChange[] {
  const names = new Set([...after.fields, ...before.fields].map(({ name }) => name));
  return [...names].flatMap((name) => {
    const [old, fresh] = [valueOf(before, name), valueOf(after, name)];
    return old === fresh ? [] : [{ name, parts: diffTexts(old, fresh) }];
  });
}

const valueOf = ({ fields }: ShownVersion, name: string): string =>
  fields.find((field) => field.name === name)?.value ?? '';

/** The files that differ, in the order of the newer version; removed ones last. */
export function fileChanges(before: readonly FlowFile[], after: readonly FlowFile[]): readonly FileChange[] {
  const gone = before.filter(({ uri }) => after.every((file) => file.uri !== uri));
  const replaced = new Set<FlowFile>();
  const changes = after.flatMap((file): FileChange[] => {
    if (before.some(({ uri }) => uri === file.uri)) return [];
    const free = gone.filter((one) => !replaced.has(one));
    const former =
      free.find(({ sha256 }) => sha256 === file.sha256) ?? free.find(({ name }) => name === file.name);
    if (former === undefined) return [{ kind: 'added', file }];
    replaced.add(former);
    if (former.sha256 !== file.sha256) return [{ kind: 'replaced', file, before: former }];
    return former.name === file.name ? [] : [{ kind: 'renamed', file, before: former }];
  });
  const removed = gone.filter((file) => !replaced.has(file));
  return [...changes, ...removed.map((file): FileChange => ({ kind: 'removed', file }))];
}

/**
 * The version with which the current one is compared at first: the last one that the person decided on, else the one before.
 * @param versions - oldest first; the last is the current one.
 */
export function defaultBase(versions: readonly FlowVersion[]): number | null {
  const earlier = versions.slice(0, -1);
  return (earlier.findLast(({ isDecided }) => isDecided) ?? earlier.at(-1))?.version ?? null;
}
