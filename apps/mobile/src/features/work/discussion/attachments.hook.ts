import { flowCommentLimits } from '@sealflow/domain/workflow';
import { useEffect, useMemo } from 'react';
import { accountFolder } from '../../../platform/documents/document.types.ts';
import { useDocumentsContext } from '../../../platform/documents/documents-context.hook.ts';
import type { PickedFile } from '../../../platform/index.ts';
import { randomID } from '../../../platform/random.util.ts';
import { deleteStoredFile } from '../../../platform/transfers/stored-files.usecases.ts';
import { copyPath, type UploadedFile, type UploadOwner } from '../../../shell/uploads/upload.types.ts';
import {
  cancelUpload,
  resumeUploads,
  retryUpload,
  startUpload,
} from '../../../shell/uploads/uploads.store.ts';
import { useSetTextDraft, useTextDraft } from '../text-draft.hook.ts';
import { useTextDrafts } from '../text-drafts.store.ts';
import { useWorkTenant } from '../work-tenant.hook.ts';

const parseFiles = (stored: string | null | undefined): readonly UploadedFile[] =>
  stored ? (JSON.parse(stored) as UploadedFile[]) : [];

/**
 * The files of the comment that is being written. They are stored beside its text, so that uploads continue when the user leaves
 * the application and resume after the app was killed.
 */
export function useAttachments(flowID: string) {
  const context = useDocumentsContext();
  const { tid } = useWorkTenant();
  const name = `comment-files:${flowID}`;
  const { text, isReady } = useTextDraft(name);
  const setTextDraft = useSetTextDraft();
  const files = useMemo(() => parseFiles(text), [text]);

  const actions = useMemo(() => {
    // Uploads end at any time, so each change starts from the stored files.
    const change = (next: (files: readonly UploadedFile[]) => readonly UploadedFile[]) => {
      const stored = useTextDrafts.getState()[name];
      // After a change of the account, nothing of the account before is written.
      if (stored === undefined) return;
      const changed = next(parseFiles(stored));
      setTextDraft(name, changed.length === 0 ? '' : JSON.stringify(changed));
    };
    const owner: UploadOwner = {
      tid,
      folder: `${accountFolder(context.accountID)}/comments/${flowID}`,
      find: (fileID) => parseFiles(useTextDrafts.getState()[name]).find(({ id }) => id === fileID),
      change: async (fileID, changed) =>
        change((before) => before.map((file) => (file.id === fileID ? { ...file, ...changed } : file))),
      onEnd: () => undefined,
    };
    const remove = async ({ id, uri }: UploadedFile) => {
      cancelUpload(id);
      change((before) => before.filter((file) => file.id !== id));
      const { api, platform, accountID } = context;
      await (await platform.files()).remove(copyPath(owner, id));
      // A file that stays at the service is deleted there later, because nothing references it.
      if (uri !== null) await deleteStoredFile({ api, platform, accountID, tid }, uri).catch(() => undefined);
    };
    /** @returns whether all picked files were added. */
    const add = (picked: readonly PickedFile[]): boolean => {
      const count = parseFiles(useTextDrafts.getState()[name]).length;
      const added = picked.slice(0, Math.max(0, flowCommentLimits.files - count)).map((one) => ({
        file: { id: randomID(), name: one.name, size: one.size, uri: null },
        picked: one,
      }));
      change((before) => [...before, ...added.map(({ file }) => file)]);
      for (const one of added) void startUpload(context, { owner, ...one });
      return added.length === picked.length;
    };
    return {
      add,
      remove,
      retry: (file: UploadedFile) => void retryUpload(context, { owner, file }),
      resume: (stored: readonly UploadedFile[]) => resumeUploads(context, { owner, files: stored }),
      /** Forgets the files of a comment that was sent. */
      clear: () => change(() => []),
    };
  }, [context, flowID, name, setTextDraft, tid]);

  useEffect(() => {
    if (isReady) void actions.resume(parseFiles(useTextDrafts.getState()[name]));
  }, [actions, isReady, name]);

  return { files, isReady, ...actions };
}
