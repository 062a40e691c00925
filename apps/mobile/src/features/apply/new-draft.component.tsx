import type { ApplicationType } from '@sealflow/contract';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { writeAddress } from './apply-address.rules.ts';
import { randomID } from './new-draft.rules.ts';

/** Gives the draft its name in the address: a reload then comes back to the same. */
export function NewDraft({ type }: { readonly type: ApplicationType }) {
  const navigate = useNavigate();
  const { state } = useLocation();
  useEffect(() => {
    void navigate(writeAddress(type, randomID()), { replace: true, state });
  }, [navigate, type, state]);
  return null;
}
