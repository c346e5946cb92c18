/** The text a new editor begins with (DBS-077). */
export const defaultQuery = 'SELECT * FROM table_name LIMIT 10;';
