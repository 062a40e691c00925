import { maskEmail, maskPhone } from '@sealflow/domain/identifiers';

type Identity = { readonly mobileNo: string | null; readonly email: string | null };

/** The masked phone number, as in the watermark; null if the account has none. */
export const maskedPhone = ({ mobileNo }: Identity) => (mobileNo === null ? null : maskPhone(mobileNo));

/** The masked e-mail address; null if the account has none. */
export const maskedEmail = ({ email }: Identity) => (email === null ? null : maskEmail(email));

/** Splits an address into parts between which a line may break: after the @, and before each dot. */
export const splitAtBreaks = (address: string): readonly string[] =>
  address.replaceAll(/@|\./gu, (mark) => (mark === '@' ? '@\n' : '\n.')).split('\n');
