import { applications } from './zh/applications.ts';
import { common } from './zh/common.ts';
import { devices } from './zh/devices.ts';
import { flowTypes } from './zh/flow-types.ts';
import { mailboxes } from './zh/mailboxes.ts';
import { people } from './zh/people.ts';
import { rights } from './zh/rights.ts';
import { shell } from './zh/shell.ts';
import { signIn } from './zh/sign-in.ts';
import { workflow } from './zh/workflow.ts';

/** All texts of the console in Chinese. Each area has its own file. */
export const zh = {
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
