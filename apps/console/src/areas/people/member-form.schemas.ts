import { parseEmail, parsePhone } from '@sealflow/domain/identifiers';
import type { Texts } from '../../i18n/index.ts';
import { z } from '../../kit/schema.util.ts';

const maxName = 100;
const maxAccount = 254;
const usernamePattern = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u;

const membership = (common: Texts['common']) => ({
  name: z.string().trim().min(1, common.required).max(maxName, common.tooLong(maxName)),
  orgID: z.string().nullable(),
  roles: z.array(z.string()),
  rights: z.array(z.string()),
  deny: z.array(z.string()),
});

/** The fields of a membership with the faults in the language of the page. */
export const membershipSchema = ({ common }: Texts) => z.object(membership(common));

/** A new member: an invitation by account, or a new account with a way to reach the person. */
export function newMemberSchema({ common, people }: Texts) {
  const { faults } = people.form;
  return z
    .object({
      ...membership(common),
      way: z.enum(['invite', 'create']),
      account: z.string().trim().max(maxAccount, common.tooLong(maxAccount)),
      username: z.string().trim(),
      mobileNo: z.string().trim(),
      email: z.string().trim(),
      oneTimePassword: z.boolean(),
    })
    .superRefine((values, context) => {
      const fault = (field: string, message: string) =>
        context.addIssue({ code: 'custom', path: [field], message });
      if (values.way === 'invite') {
        if (values.account === '') fault('account', common.required);
        return;
      }
      const { username, mobileNo, email, oneTimePassword } = values;
      if (!usernamePattern.test(username) || parsePhone(username) !== null)
        fault('username', faults.usernameInvalid);
      if (mobileNo !== '' && parsePhone(mobileNo) === null) fault('mobileNo', faults.phoneInvalid);
      if (email !== '' && parseEmail(email) === null) fault('email', faults.emailInvalid);
      if (mobileNo === '' && email === '' && !oneTimePassword) fault('mobileNo', faults.contactMissing);
    });
}
