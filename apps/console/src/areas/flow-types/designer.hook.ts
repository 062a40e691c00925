import type { ApplicationType } from '@sealflow/domain/workflow';
import { ApiError } from '@sealflow/sdk/api.errors.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { type EditedProcess, isSameDesign, type KnownPeople, startEditing, toDraft } from './design.rules.ts';
import { type TaggedDesign, useProcessActs } from './flow-types.queries.ts';

type Person = { readonly fid: string; readonly name: string };

export type Designer = {
  readonly current: TaggedDesign;
  readonly edited: EditedProcess;
  readonly people: KnownPeople;
  readonly isDirty: boolean;
  /** The state that another administrator saved, if the last change met one. */
  readonly conflict: TaggedDesign | null;
  readonly change: (edited: EditedProcess) => void;
  /** Remembers people who were chosen, so that their names are known. */
  readonly remember: (people: readonly Person[]) => void;
  readonly saveDraft: () => Promise<boolean>;
  readonly publish: () => Promise<TaggedDesign | null>;
  readonly discard: () => Promise<boolean>;
  readonly restore: (version: number) => Promise<boolean>;
  readonly stop: () => Promise<boolean>;
  readonly takeTheirs: () => void;
  readonly overwrite: () => Promise<void>;
  readonly closeConflict: () => void;
};

/** The process that a person edits, with the changes that the service accepts only on the state that the person saw. */
export function useDesigner(tid: string, type: ApplicationType, loaded: TaggedDesign): Designer {
  const { workflow } = useTexts();
  const acts = useProcessActs(tid, type);
  const queries = useQueryClient();
  const standardName = workflow.types[type];
  const [current, setCurrent] = useState(loaded);
  const [saved, setSaved] = useState(() => startEditing(loaded.design, standardName));
  const [edited, setEdited] = useState(saved);
  const [chosen, setChosen] = useState<readonly Person[]>([]);
  const [conflict, setConflict] = useState<TaggedDesign | null>(null);
  const people: KnownPeople = new Map([
    ...chosen.map(({ fid, name }) => [fid, { name, inactive: null }] as const),
    ...current.design.people.map(({ fid, name, inactive }) => [fid, { name, inactive }] as const),
  ]);

  const apply = (next: TaggedDesign) => {
    setCurrent(next);
    queries.setQueryData(['flowTypes', tid, type], next);
  };
  const start = (next: TaggedDesign) => {
    apply(next);
    const begun = startEditing(next.design, standardName);
    setSaved(begun);
    setEdited(begun);
  };
  /** @returns null if another administrator changed the process; the dialog then shows both versions. */
  const attempt = async (change: () => Promise<TaggedDesign>): Promise<TaggedDesign | null> => {
    try {
      return await change();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'admin.changed_meanwhile') throw error;
      setConflict(await acts.read());
      return null;
    }
  };
  const saveOn = async (tag: string): Promise<TaggedDesign | null> => {
    const next = await attempt(() => acts.saveDraft(toDraft(edited), tag));
    if (next) {
      apply(next);
      setSaved(edited);
    }
    return next;
  };
  const replace = async (change: () => Promise<TaggedDesign>): Promise<boolean> => {
    const next = await attempt(change);
    if (next) start(next);
    return next !== null;
  };
  const isDirty = !isSameDesign(edited, saved);
  return {
    current,
    edited,
    people,
    isDirty,
    conflict,
    change: setEdited,
    remember: (more) => setChosen((before) => [...before, ...more]),
    saveDraft: async () => (await saveOn(current.tag)) !== null,
    publish: async () => {
      const draft = isDirty || current.design.draft === null ? await saveOn(current.tag) : current;
      if (draft === null) return null;
      const published = await attempt(() => acts.publish(draft.tag));
      if (published) start(published);
      return published;
    },
    discard: () => replace(() => acts.discard(current.tag)),
    restore: (version) => replace(() => acts.restore(version, current.tag)),
    stop: async () => {
      const next = await attempt(() => acts.stop(current.tag));
      if (next) apply(next);
      return next !== null;
    },
    takeTheirs: () => {
      if (conflict) start(conflict);
      setConflict(null);
    },
    overwrite: async () => {
      setConflict(null);
      if (conflict) await saveOn(conflict.tag);
    },
    closeConflict: () => setConflict(null),
  };
}
