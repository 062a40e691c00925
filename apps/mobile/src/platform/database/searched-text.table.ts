/**
 * What of a record is searched, as the index holds it: the words here and there must be the same, or every search reads
 * every record. Small letters, for the plain alphabet.
 */
export const searchedText = "lower(fileWholeName || char(10) || ifnull(flowName, ''))";
