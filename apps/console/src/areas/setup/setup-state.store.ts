import { create } from 'zustand';

export const setupSteps = [
  'operator',
  'totp',
  'recovery',
  'organisation',
  'mail',
  'sms',
  'masterKey',
] as const;
export type SetupStep = (typeof setupSteps)[number];

type SetupState = {
  /** The token of the link; empty without a link. */
  readonly token: string;
  readonly step: SetupStep;
  readonly username: string;
  readonly name: string;
};

type SetupMemory = {
  /** Whether the token of the address was read. */
  readonly isOpened: boolean;
  /** Secrets that are lost with the page: they are never stored. */
  readonly password: string;
  readonly recoveryCodes: readonly string[];
};

const storageKey = 'sealflow-setup';
/** Until the operator exists, the password is in the memory of the page only: a reload returns to its form. */
const stepAfterReload: Readonly<Record<SetupStep, SetupStep>> = {
  operator: 'operator',
  totp: 'operator',
  recovery: 'recovery',
  organisation: 'organisation',
  mail: 'mail',
  sms: 'sms',
  masterKey: 'masterKey',
};

const initial: SetupState = { token: '', step: 'operator', username: '', name: '' };

function readStored(): SetupState {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Partial<SetupState>;
    const step = setupSteps.find((one) => one === stored.step) ?? 'operator';
    return { ...initial, ...stored, step: stepAfterReload[step] };
  } catch {
    return initial;
  }
}

export const useSetupStore = create<SetupState & SetupMemory>(() => ({
  ...initial,
  isOpened: false,
  password: '',
  recoveryCodes: [],
}));

/** Changes the state and stores the part of it that survives a reload of this tab. */
export function changeSetup(change: Partial<SetupState & SetupMemory>): void {
  useSetupStore.setState(change);
  const { token, step, username, name } = useSetupStore.getState();
  sessionStorage.setItem(storageKey, JSON.stringify({ token, step, username, name }));
}

/** Reads the token of the address and removes it there; without one, continues what this tab began. */
export function openSetup(): void {
  const token = location.hash.slice(1);
  useSetupStore.setState({ ...(token === '' ? readStored() : { ...initial, token }), isOpened: true });
  if (token === '') return;
  history.replaceState(history.state, '', location.pathname);
  changeSetup({ token });
}

/** Forgets everything after the last step. */
export function endSetup(): void {
  sessionStorage.removeItem(storageKey);
  useSetupStore.setState({ ...initial, password: '', recoveryCodes: [] });
}
