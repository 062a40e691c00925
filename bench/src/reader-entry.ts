export * from '@sealflow/tdf/kas';
export * from '@sealflow/tdf/reader';
