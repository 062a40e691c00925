/**
 * The administered fields of each object that several administrators may change. The entity tag of the object covers exactly
 * these fields, so that counts and other facts do not change it.
 */
export const entityTagFields = {
  member: ['name', 'state', 'organisation', 'roles', 'rights', 'deny'],
  organisation: ['name', 'head'],
  role: ['name', 'rights'],
  classification: [
    'name',
    'level',
    'watermark',
    'noDownload',
    'noCapture',
    'leaseSeconds',
    'excludesBrowsers',
    'isDefault',
  ],
  clearance: ['level'],
  post: ['state', 'sendAt'],
  configParam: ['value'],
  preferences: ['version'],
  agreementDraft: ['draft'],
  account: ['username', 'mobileNo', 'email', 'managedBy', 'state'],
  settings: [
    'name',
    'logo',
    'secondFactor',
    'otherClientsAllowed',
    'exactPages',
    'renditions',
    'fullTextSearch',
  ],
  tenant: [
    'name',
    'logo',
    'serviceVersion',
    'namespace',
    'otherClientsAllowed',
    'serviceAPI',
    'isLocal',
    'secondFactor',
    'exactPages',
    'renditions',
    'fullTextSearch',
    'state',
  ],
} as const;
