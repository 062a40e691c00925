import type { ApplicationType } from '@sealflow/contract';
import { CloseIcon } from '@sealflow/ui/icons.component.tsx';
import { IconButton } from '@sealflow/ui/inputs/button.component.tsx';
import { shortTime } from '../../../i18n/dates.ts';
import { useLanguage, useTexts } from '../../../i18n/index.ts';
import { useDocumentsContext } from '../../../platform/documents/documents-context.hook.ts';
import { usePlatform } from '../../../platform/index.ts';
import { useOutboxStore } from '../../../platform/outbox/index.ts';
import { useRefusalText } from '../../../platform/outbox/outbox.hook.ts';
import { RefusedError } from '../../../platform/outbox/refused.errors.ts';
import { useNavigate } from '../../../shell/router/index.ts';
import styles from '../apply.module.css';
import { useApplicationTypes, useLocalDrafts, useServiceDrafts } from '../apply.queries.ts';
import { applyDepthState, serviceDraftAddress } from '../apply-address.rules.ts';
import { TypeIcon } from '../type-icon.component.tsx';
import { useTypeName } from '../type-name.hook.ts';
import { useDraftRemoval } from './draft-removal.hook.ts';

type DraftListProps = { readonly onOpen: (type: ApplicationType, draftID: string) => void };

type Row = {
  readonly id: string;
  readonly type: ApplicationType;
  readonly title: string;
  /** Shown after the type: when the draft was saved, or why it was not sent. */
  readonly detail: string;
  readonly isError?: boolean;
  readonly open: () => void;
  /** Undefined for a draft that is queued for sending. */
  readonly remove: (() => void) | undefined;
};

/** Unsent drafts: the local ones, and those of the account's other devices. */
export function DraftList({ onOpen }: DraftListProps) {
  const { apply, common } = useTexts();
  const language = useLanguage();
  const refusalText = useRefusalText();
  const typeName = useTypeName();
  const navigate = useNavigate();
  const { clock } = usePlatform();
  const context = useDocumentsContext();
  const types = useApplicationTypes().data?.data ?? [];
  const local = useLocalDrafts(context).data ?? [];
  const { removeLocalDraft, removeServiceDraft, hiddenFlowIDs } = useDraftRemoval(context);
  const submissions = useOutboxStore((state) => state.entries).filter(({ action }) => action === 'submit');
  const localFlowIDs = new Set(local.map(({ kept }) => kept.flowID));
  const serviceDrafts = (useServiceDrafts().data?.data ?? []).filter(
    ({ id }) => !localFlowIDs.has(id) && !hiddenFlowIDs.has(id),
  );
  const rows: readonly Row[] = [
    ...local.map(({ draftID, type, title, updateAt }): Row => {
      const entry = submissions.find(({ subject }) => subject === draftID);
      const refusal = entry?.refusal ?? null;
      const isWaiting = entry?.state === 'waiting';
      const time = shortTime(updateAt, { now: clock.now(), language, yesterday: common.yesterday });
      const kept = isWaiting ? apply.toBeSent : apply.savedAt(time);
      return {
        id: draftID,
        type,
        title,
        detail: refusal === null ? kept : apply.notSent(refusalText(new RefusedError(refusal))),
        isError: refusal !== null,
        open: () => onOpen(type, draftID),
        remove: isWaiting ? undefined : () => void removeLocalDraft(draftID),
      };
    }),
    ...serviceDrafts.map(({ id, type, title }) => ({
      id,
      type,
      title,
      detail: apply.elsewhere,
      open: () => navigate(serviceDraftAddress(id), { state: applyDepthState(1) }),
      remove: () => void removeServiceDraft(id),
    })),
  ];
  if (rows.length === 0) return null;
  const nameOf = (type: ApplicationType) =>
    typeName(type, types.find((one) => one.type === type)?.name ?? '');
  return (
    <section aria-label={apply.drafts} className={styles.section}>
      <h2 className={styles.heading}>{apply.drafts}</h2>
      <ul className={styles.rows}>
        {rows.map(({ id, type, title, detail, isError, open, remove }) => {
          const displayTitle = title.trim() || apply.untitled;
          return (
            <li key={id} className={styles.row}>
              <button type="button" className={styles.rowPress} onClick={open}>
                <TypeIcon type={type} />
                <span className={styles.rowText}>
                  <span className={styles.rowTitle}>{displayTitle}</span>
                  <span className={isError ? styles.error : styles.soft}>
                    {[nameOf(type), detail].filter(Boolean).join(' · ')}
                  </span>
                </span>
              </button>
              {remove === undefined ? null : (
                <IconButton label={apply.deleteDraft(displayTitle)} onClick={remove}>
                  <CloseIcon size={20} />
                </IconButton>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
