import { useState } from 'react';
import { Link } from 'react-router';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { DetailTabs } from '../../kit/detail-tabs.component.tsx';
import { Drawer } from '../../kit/drawer.component.tsx';
import { Facts, Tag } from '../../kit/page.component.tsx';
import { StatePane } from '../../kit/state-pane.component.tsx';
import { useFormat } from '../../platform/format.hook.ts';
import { useNames, useOperatorNames } from '../../platform/names.queries.ts';
import { GrantDialog, TransferDialog, WithdrawDialog } from './document-dialogs.component.tsx';
import { GrantList } from './document-grants.component.tsx';
import { OpeningList } from './document-openings.component.tsx';
import { type DocumentDetails, useDocument } from './documents.queries.ts';

type DocumentDrawerProps = {
  readonly tid: string;
  readonly documentID: string;
  readonly className: (id: string | null) => string;
  readonly onClose: () => void;
};

/** What the service knows about a document: facts, grants and attempts to open it, with the acts on it. */
export function DocumentDrawer({ tid, documentID, className, onClose }: DocumentDrawerProps) {
  const { documents: texts } = useTexts();
  const document = useDocument(tid, documentID);
  const [dialog, setDialog] = useState<'grant' | 'transfer' | 'withdraw' | null>(null);
  const { data } = document;
  return (
    <Drawer
      title={texts.one}
      onClose={onClose}
      footer={
        data === undefined || data.withdrawnAt !== null ? null : (
          <>
            <Button onPress={() => setDialog('grant')}>{texts.grant}</Button>
            <Button onPress={() => setDialog('transfer')}>{texts.transfer}</Button>
            <Button kind="danger" onPress={() => setDialog('withdraw')}>
              {texts.withdraw}
            </Button>
          </>
        )
      }
    >
      {data === undefined ? (
        document.error === null ? (
          <StatePane kind="loading" />
        ) : (
          <StatePane kind="error" error={document.error} onRetry={() => void document.refetch()} />
        )
      ) : (
        <>
          <DetailTabs
            label={texts.one}
            tabs={[
              {
                id: 'facts',
                title: texts.facts,
                content: <DocumentFacts tid={tid} document={data} className={className} />,
              },
              {
                id: 'grants',
                title: texts.grantsOf(data.grants.length),
                content: <GrantList tid={tid} document={data} />,
              },
              {
                id: 'openings',
                title: texts.openings,
                content: <OpeningList tid={tid} documentID={documentID} />,
              },
            ]}
          />
          {dialog === 'grant' ? (
            <GrantDialog tid={tid} document={data} onClose={() => setDialog(null)} />
          ) : null}
          {dialog === 'transfer' ? (
            <TransferDialog tid={tid} document={data} onClose={() => setDialog(null)} />
          ) : null}
          {dialog === 'withdraw' ? (
            <WithdrawDialog tid={tid} document={data} onClose={() => setDialog(null)} />
          ) : null}
        </>
      )}
    </Drawer>
  );
}

function DocumentFacts({
  tid,
  document,
  className,
}: {
  readonly tid: string;
  readonly document: DocumentDetails;
  readonly className: (id: string | null) => string;
}) {
  const { documents: texts } = useTexts();
  const format = useFormat();
  const { sealedBy } = document;
  const memberName = useNames(tid, [sealedBy], texts.sealedByOther)(sealedBy);
  const operatorName = useOperatorNames({ operatorIDs: [sealedBy], aids: [] })(sealedBy);
  return (
    <>
      <Facts
        facts={[
          [texts.documentID, document.documentID],
          [texts.owner, document.ownerName || document.ownerOID],
          [texts.classification, className(document.classificationID)],
          [
            texts.state,
            document.withdrawnAt === null ? (
              <Tag tone="good">{texts.states.valid}</Tag>
            ) : (
              <Tag tone="bad">{texts.withdrawnAt(format.time(document.withdrawnAt))}</Tag>
            ),
          ],
          [texts.sealedAt, format.exactTime(document.createAt)],
          [texts.sealedBy, operatorName === sealedBy ? memberName : operatorName],
          [texts.size, format.size(document.size)],
          [texts.kind, document.mimeType],
          [texts.digest, document.manifestSha256],
        ]}
      />
      <p>{texts.nameHint}</p>
      <Link to={`/t/${tid}/audit?documentID=${document.documentID}`}>{texts.inAudit}</Link>
    </>
  );
}
