/**
 * The searched text of a record, exactly as in the index: with another expression, every search would read every
 * record. `lower` converts ASCII letters only.
 */
export const searchedTextSql = "lower(fileWholeName || char(10) || ifnull(flowName, ''))";
