import { maskEmail, maskPhone } from '@sealflow/domain/identifiers';

type Identity = { readonly mobileNo: string | null; readonly email: string | null };

/** The phone number as the watermark shows it; null where there is none. */
export const maskedPhone = ({ mobileNo }: Identity) => (mobileNo === null ? null : maskPhone(mobileNo));

/** The e-mail address with its name hidden; null where there is none. */
export const maskedEmail = ({ email }: Identity) => (email === null ? null : maskEmail(email));

/** An address in pieces between which a line may break: after the @, and before each dot. */
export const breakable = (address: string): readonly string[] =>
  address.replaceAll(/@|\./gu, (mark) => (mark === '@' ? '@\n' : '\n.')).split('\n');
