import { randomInt, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { sealflow } from './service.ts';

export type Person = {
  readonly username: string;
  readonly password: string;
  readonly mobileNo: string;
  readonly email: string;
};

/** A phone number that is unique to the run, because codes are limited per number. */
export const uniquePhone = () => `199${String(randomInt(100_000_000)).padStart(8, '0')}`;

type MemberOptions = {
  readonly tid: string;
  /** A temporary file for the password. */
  readonly passwordFile: string;
  readonly name?: string;
  /** Ids of roles, separated by commas. */
  readonly roles?: string;
};

/** Creates a member of a tenant with its own account, so that codes and locks of tests are independent. */
export async function addMember({
  tid,
  passwordFile,
  name = '周敏',
  roles = 'users',
}: MemberOptions): Promise<Person> {
  const username = `e2e${randomUUID().slice(0, 8)}`;
  const person = {
    username,
    password: `Start.${randomUUID().slice(0, 12)}`,
    mobileNo: uniquePhone(),
    email: `${username}@people.example`,
  };
  await writeFile(passwordFile, person.password);
  const { mobileNo, email } = person;
  const account = ['--new-account', username, '--phone', mobileNo, '--email', email];
  const password = ['--password-file', passwordFile];
  await sealflow('member', 'add', name, '--tenant', tid, '--roles', roles, ...account, ...password);
  return person;
}
