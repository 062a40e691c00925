import { useCallback, useState } from 'react';

export type PasswordPrompt = {
  /** The number of wrong passwords entered so far. */
  readonly failedAttempts: number;
  /** Submits a password; null cancels. */
  readonly submit: (password: string | null) => void;
};

/** The open password prompt of a document, or null; and whether a password was entered. */
export function usePasswordPrompt() {
  const [prompt, setPrompt] = useState<PasswordPrompt | null>(null);
  const [isEntered, setEntered] = useState(false);
  const openPrompt = useCallback(
    (failedAttempts: number) =>
      new Promise<string | null>((resolve) => {
        const submit = (password: string | null) => {
          setPrompt(null);
          if (password !== null) setEntered(true);
          resolve(password);
        };
        setPrompt({ failedAttempts, submit });
      }),
    [],
  );
  return { prompt, isEntered, openPrompt };
}
