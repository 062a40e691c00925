import { useCallback, useState } from 'react';

export type PasswordQuestion = {
  /** The number of wrong passwords entered so far. */
  readonly wrong: number;
  /** Submits a password; null cancels. */
  readonly answer: (password: string | null) => void;
};

/** The open password prompt of a document, or null. */
export function usePasswordQuestion() {
  const [question, setQuestion] = useState<PasswordQuestion | null>(null);
  const ask = useCallback(
    (wrong: number) =>
      new Promise<string | null>((resolve) => {
        const answer = (password: string | null) => {
          setQuestion(null);
          resolve(password);
        };
        setQuestion({ wrong, answer });
      }),
    [],
  );
  return { question, ask };
}
