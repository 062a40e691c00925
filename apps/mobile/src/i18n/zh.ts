import { absence } from './zh/absence.ts';
import { account } from './zh/account.ts';
import { apply } from './zh/apply.ts';
import { compare } from './zh/compare.ts';
import { diagnostics } from './zh/diagnostics.ts';
import { documents } from './zh/documents.ts';
import { drop } from './zh/drop.ts';
import { first } from './zh/first.ts';
import { follow } from './zh/follow.ts';
import { insight } from './zh/insight.ts';
import { keys } from './zh/keys.ts';
import { lock } from './zh/lock.ts';
import { messages } from './zh/messages.ts';
import { mine } from './zh/mine.ts';
import { notices } from './zh/notices.ts';
import { notifications } from './zh/notifications.ts';
import { palette } from './zh/palette.ts';
import { permissions } from './zh/permissions.ts';
import { preview } from './zh/preview.ts';
import { queue } from './zh/queue.ts';
import { returns } from './zh/returns.ts';
import { rows } from './zh/rows.ts';
import { seal } from './zh/seal.ts';
import { search } from './zh/search.ts';
import { security } from './zh/security.ts';
import { updates } from './zh/updates.ts';
import { wide } from './zh/wide.ts';
import { work } from './zh/work.ts';

/** The source of truth of all texts: every other language has its shape. Values are texts or functions of parameters. */
export const zh = {
  ...first,
  absence,
  insight,
  account,
  apply,
  compare,
  diagnostics,
  documents,
  drop,
  follow,
  keys,
  lock,
  messages,
  mine,
  notices,
  notifications,
  palette,
  permissions,
  preview,
  returns,
  queue,
  rows,
  seal,
  search,
  security,
  updates,
  wide,
  work,
};
