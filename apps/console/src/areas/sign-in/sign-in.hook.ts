import type { ErrorParams } from '@sealflow/domain/errors';
import { ApiError } from '@sealflow/sdk/api.errors.ts';
import { useState } from 'react';
import { useSessionActions } from '../../platform/api.hook.ts';
import type { Credentials } from '../../platform/session/session.usecases.ts';

/** What the service asks for after the first factor. */
export type SecondFactor = {
  readonly username: string;
  readonly challenge: string;
  /** The masked contacts that can receive the code. */
  readonly mobileNo: string | null;
  readonly email: string | null;
  /** Whether the account has an authenticator app, whose codes and recovery codes are accepted. */
  readonly hasTotp: boolean;
};

export type SignInForm = {
  readonly isPending: boolean;
  readonly error: unknown;
  readonly secondFactor: SecondFactor | null;
  readonly submit: (credentials: Credentials, username: string) => Promise<void>;
  readonly fail: (error: unknown) => void;
  readonly startAgain: () => void;
};

const textOf = (value: string | number | undefined) => (value === undefined ? null : String(value));

/** The state of the sign-in: at most one request at a time, its error, and the second factor that it leads to. */
export function useSignIn(): SignInForm {
  const { signIn } = useSessionActions();
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [secondFactor, setSecondFactor] = useState<SecondFactor | null>(null);
  return {
    isPending,
    error,
    secondFactor,
    fail: setError,
    startAgain: () => {
      setSecondFactor(null);
      setError(null);
    },
    submit: async (credentials, username) => {
      setPending(true);
      setError(null);
      try {
        await signIn(credentials, username);
      } catch (failure) {
        const params = failure instanceof ApiError ? failure.params : {};
        const { challenge, mobileNo, email, totp }: ErrorParams = params;
        const isRequired = failure instanceof ApiError && failure.code === 'login.second_factor_required';
        if (isRequired && challenge !== undefined) {
          setSecondFactor({
            username,
            challenge: String(challenge),
            mobileNo: textOf(mobileNo),
            email: textOf(email),
            hasTotp: totp !== undefined,
          });
        } else setError(failure);
        setPending(false);
        return;
      }
      setPending(false);
    },
  };
}
