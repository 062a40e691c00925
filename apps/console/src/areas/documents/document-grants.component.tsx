import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { ConfirmDialog } from '../../kit/confirm-dialog.component.tsx';
import { showToast } from '../../kit/toasts.store.ts';
import { useFormat } from '../../platform/format.hook.ts';
import styles from './documents.module.css';
import { type DocumentDetails, useDocumentActs } from './documents.queries.ts';

/** The members who may open a document in addition to its owner and the recipients in its policy. */
export function GrantList({ tid, document }: { readonly tid: string; readonly document: DocumentDetails }) {
  const { documents: texts } = useTexts();
  const format = useFormat();
  const acts = useDocumentActs(tid);
  const [revoked, setRevoked] = useState<DocumentDetails['grants'][number] | null>(null);
  return (
    <>
      <p>{texts.grantsHint}</p>
      <ul className={styles.items}>
        {document.grants.map((grant) => (
          <li key={grant.fid} className={styles.item}>
            <span>
              <strong>{grant.name || grant.fid}</strong>
              <span className={styles.note}>
                {grant.until === null ? texts.forever : texts.until(format.time(grant.until))}
              </span>
            </span>
            <Button kind="quiet" onPress={() => setRevoked(grant)}>
              {texts.revoke}
            </Button>
          </li>
        ))}
      </ul>
      {document.grants.length === 0 ? <p>{texts.noGrants}</p> : null}
      {revoked === null ? null : (
        <ConfirmDialog
          title={texts.revokeFrom(revoked.name || revoked.fid)}
          confirmLabel={texts.revoke}
          isDanger
          onConfirm={async () => {
            await acts.revoke(document.documentID, revoked.fid);
            showToast({ color: 'success', text: texts.revoked });
          }}
          onClose={() => setRevoked(null)}
        >
          <p>{texts.revokeHint}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
