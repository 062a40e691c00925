/**
 * The locale of the system, which decides about documents that name no paper and no language. The library would take Letter
 * paper and set its own locale; `finalized` refuses that. The Marshall Islands stand for English words and A4 paper: the library
 * has no data of theirs and takes those of English, and Letter only for the countries that it lists.
 */
const settings = `<?xml version="1.0" encoding="UTF-8"?>
<oor:data xmlns:oor="http://openoffice.org/2001/registry"><dependency file="main"/>
<oor:component-data oor:package="org.openoffice" oor:name="Setup"><node oor:name="L10N">
<prop oor:name="ooSetupSystemLocale" oor:finalized="true"><value>en-MH</value></prop></node></oor:component-data></oor:data>
`;

/** Files that the engine finds in its installation besides those of its package. Their folders exist in the package. */
export const configurationFiles = [{ filename: '/instdir/share/registry/sealflow.xcd', text: settings }];
