import { applications } from './en/applications.ts';
import { common } from './en/common.ts';
import { devices } from './en/devices.ts';
import { flowTypes } from './en/flow-types.ts';
import { mailboxes } from './en/mailboxes.ts';
import { people } from './en/people.ts';
import { rights } from './en/rights.ts';
import { shell } from './en/shell.ts';
import { signIn } from './en/sign-in.ts';
import { workflow } from './en/workflow.ts';
import type { Texts } from './texts.ts';

/** All texts of the console in English. */
export const en: Texts = {
  applications,
  common,
  devices,
  flowTypes,
  mailboxes,
  people,
  rights,
  shell,
  signIn,
  workflow,
};
