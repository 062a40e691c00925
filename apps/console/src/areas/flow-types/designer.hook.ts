import type { ApplicationType } from '@sealflow/domain/workflow';
import { ApiError } from '@sealflow/sdk/api.errors.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { useVersions, type Versions, type Write } from '../../kit/versions.hook.ts';
import { type EditedProcess, isSameDesign, type KnownPeople, startEditing, toDraft } from './design.rules.ts';
import { type ProcessDesign, type TaggedDesign, useProcessActs } from './flow-types.queries.ts';

type Person = { readonly fid: string; readonly name: string };

export type Designer = {
  /** The process that the person started from. */
  readonly current: ProcessDesign;
  /** The same with its entity tag, and the state that another administrator saved while both are compared. */
  readonly versions: Versions<ProcessDesign>;
  /** Saves what is edited as the draft. */
  readonly write: Write<ProcessDesign>;
  readonly edited: EditedProcess;
  readonly people: KnownPeople;
  readonly isDirty: boolean;
  readonly change: (edited: EditedProcess) => void;
  /** Remembers people who were chosen, so that their names are known. */
  readonly remember: (people: readonly Person[]) => void;
  readonly saveDraft: () => Promise<boolean>;
  readonly publish: () => Promise<ProcessDesign | null>;
  readonly discard: () => Promise<boolean>;
  readonly restore: (version: number) => Promise<boolean>;
  readonly stop: () => Promise<boolean>;
};

/** The process that a person edits, with the changes that the service accepts only on the state that the person saw. */
export function useDesigner(tid: string, type: ApplicationType, loaded: TaggedDesign): Designer {
  const { workflow } = useTexts();
  const acts = useProcessActs(tid, type);
  const queries = useQueryClient();
  const standardName = workflow.types[type];
  const [saved, setSaved] = useState(() => startEditing(loaded.value, standardName));
  const [edited, setEdited] = useState(saved);
  const [chosen, setChosen] = useState<readonly Person[]>([]);
  const isDirty = !isSameDesign(edited, saved);
  const versions = useVersions(loaded, {
    read: acts.read,
    isDirty,
    show: (design) => {
      const begun = startEditing(design, standardName);
      setSaved(begun);
      setEdited(begun);
    },
  });
  const current = versions.base.value;
  const people: KnownPeople = new Map([
    ...chosen.map(({ fid, name }) => [fid, { name, inactive: null }] as const),
    ...current.people.map(({ fid, name, inactive }) => [fid, { name, inactive }] as const),
  ]);

  const store = (next: TaggedDesign) => queries.setQueryData(['flowTypes', tid, type], next);
  const saveOn = async (tag: string): Promise<TaggedDesign> => {
    const next = await acts.saveDraft(toDraft(edited), tag);
    versions.advance(next);
    setSaved(edited);
    store(next);
    return next;
  };
  const write: Write<ProcessDesign> = ({ tag }) => saveOn(tag);
  /** @returns null if another administrator changed the process; the dialog then shows both versions. */
  const attempt = async (change: (tag: string) => Promise<TaggedDesign>): Promise<TaggedDesign | null> => {
    try {
      const next = await change(versions.base.tag);
      store(next);
      return next;
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'admin.changed_meanwhile') throw error;
      await versions.compare(write);
      return null;
    }
  };
  const replace = async (change: (tag: string) => Promise<TaggedDesign>): Promise<TaggedDesign | null> => {
    const next = await attempt(change);
    if (next) versions.start(next);
    return next;
  };
  return {
    current,
    versions,
    write,
    edited,
    people,
    isDirty,
    change: setEdited,
    remember: (more) => setChosen((before) => [...before, ...more]),
    saveDraft: () => versions.attempt(write),
    publish: async () => {
      const published = await replace(async (tag) => {
        const isSaved = !isDirty && current.draft !== null;
        return acts.publish(isSaved ? tag : (await saveOn(tag)).tag);
      });
      return published?.value ?? null;
    },
    discard: async () => (await replace(acts.discard)) !== null,
    restore: async (version) => (await replace((tag) => acts.restore(version, tag))) !== null,
    stop: async () => {
      const next = await attempt(acts.stop);
      if (next) versions.advance(next);
      return next !== null;
    },
  };
}
