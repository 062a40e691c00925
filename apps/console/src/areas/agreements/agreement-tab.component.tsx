import { useTexts } from '../../i18n/index.ts';
import { DataTable, type TableColumn, tableOf } from '../../kit/data-table.component.tsx';
import { Drawer } from '../../kit/drawer.component.tsx';
import { useListState, useOpenDetails } from '../../kit/list-state.hook.ts';
import { Notice } from '../../kit/notice.component.tsx';
import { Facts, Section } from '../../kit/page.component.tsx';
import { StatePane } from '../../kit/state-pane.component.tsx';
import { useFormat } from '../../platform/format.hook.ts';
import { useOperatorNames } from '../../platform/names.queries.ts';
import { AgreementDraft } from './agreement-draft.component.tsx';
import { AgreementPreviews } from './agreement-preview.component.tsx';
import styles from './agreements.module.css';
import { type Agreement, type AgreementVersion, useDraft, useVersions } from './agreements.queries.ts';

/** An agreement: the version in force as the app shows it, and the versions before. */
export function AgreementTab({ agreement }: { readonly agreement: Agreement }) {
  const { agreements: texts } = useTexts();
  const format = useFormat();
  const isFromFiles = agreement.source === 'files';
  return (
    <>
      <Section title={texts.inForce}>
        {isFromFiles ? <Notice kind="info">{texts.filesHint}</Notice> : null}
        <Facts
          facts={[
            [texts.version, agreement.version],
            [texts.source, texts.sources[agreement.source]],
            ...(agreement.publishedAt === null
              ? []
              : [[texts.publishedAt, format.exactTime(agreement.publishedAt)] as const]),
            ...(agreement.source === 'published'
              ? [
                  [texts.asksAgain, texts.asks[agreement.asksAgain ? 'yes' : 'no']] as const,
                  [texts.agreed, texts.agreedOf(agreement.agreed, agreement.accounts)] as const,
                ]
              : []),
          ]}
        />
        <details>
          <summary className={styles.opener}>{texts.preview}</summary>
          <AgreementPreviews version={agreement.version} texts={agreement} />
        </details>
      </Section>
      {isFromFiles ? null : <DraftSection agreement={agreement} />}
      <Section title={texts.versions}>
        <VersionTable key={agreement.agreement} agreement={agreement} />
      </Section>
    </>
  );
}

function DraftSection({ agreement }: { readonly agreement: Agreement }) {
  const { agreements: texts } = useTexts();
  const found = useDraft(agreement.agreement);
  return (
    <Section title={texts.draft.title}>
      {found.error === null ? null : (
        <StatePane kind="error" error={found.error} onRetry={() => void found.refetch()} />
      )}
      {found.data === undefined ? null : <AgreementDraft agreement={agreement} loaded={found.data} />}
    </Section>
  );
}

function VersionTable({ agreement: { agreement, accounts } }: { readonly agreement: Agreement }) {
  const { agreements: texts } = useTexts();
  const format = useFormat();
  const list = useListState();
  const details = useOpenDetails();
  const { skip, limit } = list.query;
  const found = useVersions(agreement, { skip, limit });
  const nameOfID = useOperatorNames({
    operatorIDs: found.data?.data.map(({ publishedBy }) => publishedBy) ?? [],
    aids: [],
  });
  const columns: readonly TableColumn<AgreementVersion>[] = [
    { id: 'version', title: texts.version, render: ({ version }) => version, width: 140 },
    {
      id: 'publishedAt',
      title: texts.publishedAt,
      render: (one) => format.exactTime(one.publishedAt),
      width: 210,
    },
    {
      id: 'asksAgain',
      title: texts.asksAgain,
      render: (one) => texts.asks[one.asksAgain ? 'yes' : 'no'],
      width: 150,
    },
    { id: 'agreed', title: texts.agreed, render: ({ agreed }) => agreed, width: 110 },
    { id: 'zh', title: texts.form.titleOf(texts.languages.zh), render: ({ zh }) => zh.title, width: 220 },
    { id: 'en', title: texts.form.titleOf(texts.languages.en), render: ({ en }) => en.title, width: 220 },
    {
      id: 'publishedBy',
      title: texts.publishedBy,
      render: (one) => nameOfID(one.publishedBy),
      isHidden: true,
    },
  ];
  const opened = found.data?.data.find(({ version }) => version === details.id);
  return (
    <>
      <DataTable
        name="agreement-versions"
        label={texts.versions}
        columns={columns}
        rowID={({ version }) => version}
        {...tableOf(found)}
        state={list}
        onOpen={details.open}
        empty={{ title: texts.emptyTitle, hint: texts.emptyHint }}
      />
      {opened ? (
        <Drawer title={`${texts.names[agreement]} ${opened.version}`} onClose={details.close}>
          <Facts
            facts={[
              [texts.publishedAt, format.exactTime(opened.publishedAt)],
              [texts.publishedBy, nameOfID(opened.publishedBy)],
              [texts.asksAgain, texts.asks[opened.asksAgain ? 'yes' : 'no']],
              [texts.agreed, texts.agreedOf(opened.agreed, accounts)],
            ]}
          />
          <AgreementPreviews version={opened.version} texts={opened} />
        </Drawer>
      ) : null}
    </>
  );
}
