import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { ConfirmDialog } from '../../kit/confirm-dialog.component.tsx';
import { PersonInput } from '../../kit/person-input.component.tsx';
import { SelectInput } from '../../kit/select-input.component.tsx';
import { showToast } from '../../kit/toasts.store.ts';
import { type DocumentDetails, useDocumentActs } from './documents.queries.ts';

type DialogProps = {
  readonly tid: string;
  readonly document: DocumentDetails;
  readonly onClose: () => void;
};

type Person = { readonly fid: string; readonly name: string };

const dayMs = 86_400_000;
const terms = { forever: null, day: dayMs, week: 7 * dayMs, month: 30 * dayMs } as const;
type Term = keyof typeof terms;
/** How many characters of the id a person types to withdraw a document. */
const typedLength = 8;

/** Grants a member access to a document. */
export function GrantDialog({ tid, document, onClose }: DialogProps) {
  const { documents: texts } = useTexts();
  const acts = useDocumentActs(tid);
  const [person, setPerson] = useState<Person | null>(null);
  const [term, setTerm] = useState<Term>('forever');
  return (
    <ConfirmDialog
      title={texts.grant}
      confirmLabel={texts.grant}
      isDisabled={person === null}
      onConfirm={async () => {
        if (person === null) return;
        const lifetimeMs = terms[term];
        const until = lifetimeMs === null ? null : Date.now() + lifetimeMs;
        await acts.grant(document.documentID, { fid: person.fid, until });
        showToast({ color: 'success', text: texts.granted(person.name) });
      }}
      onClose={onClose}
    >
      <PersonInput
        tid={tid}
        label={texts.person}
        value={person}
        onChange={setPerson}
        without={[document.ownerOID]}
      />
      <SelectInput
        label={texts.term}
        value={term}
        onChange={setTerm}
        options={(Object.keys(terms) as Term[]).map((id) => ({ id, label: texts.terms[id] }))}
      />
    </ConfirmDialog>
  );
}

/** Makes another member the owner of a document. */
export function TransferDialog({ tid, document, onClose }: DialogProps) {
  const { documents: texts } = useTexts();
  const acts = useDocumentActs(tid);
  const [person, setPerson] = useState<Person | null>(null);
  return (
    <ConfirmDialog
      title={texts.transfer}
      confirmLabel={texts.transfer}
      isDisabled={person === null}
      onConfirm={async () => {
        if (person === null) return;
        await acts.transfer(document.documentID, person.fid);
        showToast({ color: 'success', text: texts.transferred(person.name) });
      }}
      onClose={onClose}
    >
      <p>{texts.transferHint}</p>
      <PersonInput
        tid={tid}
        label={texts.newOwner}
        value={person}
        onChange={setPerson}
        without={[document.ownerOID]}
      />
    </ConfirmDialog>
  );
}

/** Withdraws a document after the person typed the beginning of its id. */
export function WithdrawDialog({ tid, document, onClose }: DialogProps) {
  const { documents: texts } = useTexts();
  const acts = useDocumentActs(tid);
  const people = new Set([document.ownerOID, ...document.grants.map(({ fid }) => fid)]).size;
  return (
    <ConfirmDialog
      title={texts.withdraw}
      confirmLabel={texts.withdraw}
      typedName={document.documentID.slice(0, typedLength)}
      isDanger
      onConfirm={async () => {
        await acts.withdrawOne(document.documentID);
        showToast({ color: 'success', text: texts.withdrawnDone });
      }}
      onClose={onClose}
    >
      <p>{texts.withdrawLoses(people)}</p>
      <p>{texts.withdrawHint}</p>
    </ConfirmDialog>
  );
}
