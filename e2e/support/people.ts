import { randomInt, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { sealflow } from './service.ts';

export type Person = {
  readonly username: string;
  readonly password: string;
  readonly mobileNo: string;
  readonly email: string;
};

/** A phone number that no other run has: codes are limited for each. */
export const uniquePhone = () => `199${String(randomInt(100_000_000)).padStart(8, '0')}`;

type Hiring = {
  readonly tid: string;
  /** Where the password may lie for a moment. */
  readonly passwordFile: string;
};

/** A person of a tenant with an account of their own, so that one test's codes and locks are no other's. */
export async function hire({ tid, passwordFile }: Hiring): Promise<Person> {
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
  await sealflow('member', 'add', '周敏', '--tenant', tid, '--roles', 'users', ...account, ...password);
  return person;
}
