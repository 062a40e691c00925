import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { DataTable, type TableColumn, tableOf } from '../../kit/data-table.component.tsx';
import { Drawer } from '../../kit/drawer.component.tsx';
import { useListState, useOpenDetails } from '../../kit/list-state.hook.ts';
import { Notice } from '../../kit/notice.component.tsx';
import { Facts, Section } from '../../kit/page.component.tsx';
import { useFormat } from '../../platform/format.hook.ts';
import { AgreementPreview } from './agreement-preview.component.tsx';
import styles from './agreements.module.css';
import { type Agreement, type AgreementVersion, useVersions } from './agreements.queries.ts';
import { PublishVersionDrawer } from './publish-version-drawer.component.tsx';

/** An agreement: the version in force as the app shows it, and the versions before. */
export function AgreementTab({ agreement }: { readonly agreement: Agreement }) {
  const { agreements: texts } = useTexts();
  const format = useFormat();
  const [isPublishing, setPublishing] = useState(false);
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
          ]}
        />
        {isFromFiles ? null : (
          <div>
            <Button kind="primary" onPress={() => setPublishing(true)}>
              {texts.publish}
            </Button>
          </div>
        )}
        <details>
          <summary className={styles.opener}>{texts.preview}</summary>
          <Previews version={agreement.version} texts={agreement} />
        </details>
      </Section>
      <Section title={texts.versions}>
        <VersionTable key={agreement.agreement} agreement={agreement} />
      </Section>
      {isPublishing ? (
        <PublishVersionDrawer agreement={agreement} onClose={() => setPublishing(false)} />
      ) : null}
    </>
  );
}

type PreviewsProps = {
  readonly version: string;
  readonly texts: Pick<AgreementVersion, 'zh' | 'en'>;
};

function Previews({ version, texts }: PreviewsProps) {
  return (
    <div className={styles.columns}>
      {(['zh', 'en'] as const).map((language) => (
        <AgreementPreview key={language} language={language} version={version} {...texts[language]} />
      ))}
    </div>
  );
}

function VersionTable({ agreement: { agreement } }: { readonly agreement: Agreement }) {
  const { agreements: texts } = useTexts();
  const format = useFormat();
  const list = useListState();
  const details = useOpenDetails();
  const { skip, limit } = list.query;
  const found = useVersions(agreement, { skip, limit });
  const columns: readonly TableColumn<AgreementVersion>[] = [
    { id: 'version', title: texts.version, render: ({ version }) => version, width: 140 },
    {
      id: 'publishedAt',
      title: texts.publishedAt,
      render: (one) => format.exactTime(one.publishedAt),
      width: 210,
    },
    { id: 'zh', title: texts.form.titleOf(texts.languages.zh), render: ({ zh }) => zh.title, width: 220 },
    { id: 'en', title: texts.form.titleOf(texts.languages.en), render: ({ en }) => en.title, width: 220 },
    { id: 'publishedBy', title: texts.publishedBy, render: (one) => one.publishedBy, isHidden: true },
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
              [texts.publishedBy, opened.publishedBy],
            ]}
          />
          <Previews version={opened.version} texts={opened} />
        </Drawer>
      ) : null}
    </>
  );
}
