import type { ApplicationType } from '@sealflow/contract';
import { applicationTypes } from '@sealflow/domain/workflow';
import { SkeletonList } from '@sealflow/ui/status/skeleton.component.tsx';
import { EmptyState } from '@sealflow/ui/status/state.component.tsx';
import { useTexts } from '../../i18n/index.ts';
import { useShowFailure } from '../../shell/notices/failure.hook.ts';
import { QueryError } from '../../shell/notices/query-error.component.tsx';
import { Screen } from '../../shell/screen.component.tsx';
import styles from './apply.module.css';
import { useApplicationTypes, useRefreshDrafts } from './apply.queries.ts';
import type { Attachment } from './apply-address.rules.ts';
import { DraftList } from './drafts/draft-list.component.tsx';
import { TypeIcon } from './type-icon.component.tsx';
import { useTypeName } from './type-name.hook.ts';

type ChooseTypeProps = {
  /** The document to attach. */
  readonly attachment: Attachment | null;
  readonly onChoose: (type: ApplicationType, draftID?: string) => void;
};

/** Lists the types that can be applied for, and the existing drafts. */
export function ChooseType({ attachment, onChoose }: ChooseTypeProps) {
  const { shell, apply, common } = useTexts();
  const showFailure = useShowFailure();
  const typeName = useTypeName();
  const refreshDrafts = useRefreshDrafts();
  const query = useApplicationTypes();
  const { data, isPending, refetch } = query;
  // A type without files cannot take the attached document.
  const types = (data?.data ?? []).filter(
    ({ type }) => attachment === null || applicationTypes[type].needsFiles,
  );
  const refresh = async () => {
    const [result] = await Promise.all([refetch(), refreshDrafts()]);
    if (result.error !== null) showFailure(result.error);
  };
  return (
    <Screen title={shell.views.apply} onRefresh={refresh}>
      {attachment === null ? (
        <DraftList onOpen={onChoose} />
      ) : (
        <p className={styles.note}>{apply.attachHint}</p>
      )}
      <section aria-label={apply.choose} className={styles.section}>
        <h2 className={styles.heading}>{apply.choose}</h2>
        {isPending ? <SkeletonList label={common.loading} rows={4} /> : null}
        {data === undefined ? <QueryError query={query} /> : null}
        {data !== undefined && types.length === 0 ? (
          <EmptyState title={apply.noTypes} hint={apply.noTypesHint} />
        ) : null}
        <ul className={styles.types}>
          {types.map(({ id, type, name }) => (
            <li key={id}>
              <button type="button" className={styles.type} onClick={() => onChoose(type)}>
                <TypeIcon type={type} />
                <span className={styles.typeText}>
                  <span className={styles.typeName}>{typeName(type, name)}</span>
                  <span className={styles.soft}>{apply.hints[type]}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      </section>
    </Screen>
  );
}
