import { useState } from 'react';

/** An act of a form: whether it is in progress and why the last attempt failed (null for none). */
export function useSubmit() {
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const submit = async (act: () => Promise<unknown>): Promise<void> => {
    if (isPending) return;
    setPending(true);
    setError(null);
    try {
      await act();
    } catch (failure) {
      setError(failure);
    }
    setPending(false);
  };
  return { isPending, error, submit };
}
