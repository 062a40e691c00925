import type { Answer } from '@sealflow/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { Modal } from '../../kit/modal.component.tsx';
import { Notice } from '../../kit/notice.component.tsx';
import { showToast } from '../../kit/toasts.store.ts';
import { useErrorText } from '../../platform/api.hook.ts';
import { type AuditScope, useAuditCalls, useChainLength } from './audit.queries.ts';
import { ExportButton } from './export-button.component.tsx';

type Verification = Answer<'POST /api/v1/tenants/{tid}/audit/actions/verify'>['data'];

/** The length of the chain, its verification, its export, and the button that reads the list again. */
export function ChainBar({ scope }: { readonly scope: AuditScope }) {
  const { audit: texts } = useTexts();
  const errorText = useErrorText();
  const calls = useAuditCalls(scope);
  const queries = useQueryClient();
  const length = useChainLength(scope);
  const [isVerifying, setVerifying] = useState(false);
  const [result, setResult] = useState<Verification | null>(null);
  const verify = async () => {
    setVerifying(true);
    try {
      setResult((await calls.verify()).data);
    } catch (error) {
      showToast({ color: 'error', text: errorText(error) });
    } finally {
      setVerifying(false);
    }
  };
  return (
    <>
      {length.data === undefined ? null : <output>{texts.length(length.data)}</output>}
      <Button onPress={() => void queries.resetQueries({ queryKey: ['audit', scope] })}>
        {texts.refresh}
      </Button>
      <Button isPending={isVerifying} onPress={() => void verify()}>
        {isVerifying ? texts.verifying : texts.verify}
      </Button>
      <ExportButton scope={scope} />
      {result === null ? null : <VerificationDialog result={result} onClose={() => setResult(null)} />}
    </>
  );
}

/** The result of a verification in words. */
function VerificationDialog({
  result,
  onClose,
}: {
  readonly result: Verification;
  readonly onClose: () => void;
}) {
  const { audit: texts, common } = useTexts();
  const { last, checkpoints, brokenAt, why, checkpoint } = result;
  return (
    <Modal
      title={texts.verification}
      onClose={onClose}
      actions={
        <Button kind="primary" onPress={onClose}>
          {common.close}
        </Button>
      }
    >
      {brokenAt === null ? (
        <Notice kind="info">{texts.intact(last)}</Notice>
      ) : (
        <Notice kind="error">
          {why === null ? texts.broken(brokenAt) : texts.brokenBecause[why](brokenAt, checkpoint ?? 0)}
        </Notice>
      )}
      <p>{texts.comparedWith(checkpoints)}</p>
    </Modal>
  );
}
