import { useCallback, useState } from 'react';

export type PasswordQuestion = {
  /** How often what was given was wrong. */
  readonly wrong: number;
  /** Null to give up. */
  readonly answer: (password: string | null) => void;
};

/** The question for a document's password, as long as it stands. */
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
