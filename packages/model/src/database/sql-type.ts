const numeric = /^(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL\b.*)$/;

/** Whether a type of SQL is one of numbers, as DuckDB names types. */
export function isNumericType(type: string): boolean {
  return numeric.test(type);
}

/** Whether a type of SQL is one of days or moments. */
export function isTimeType(type: string): boolean {
  return type === 'DATE' || type.startsWith('TIMESTAMP');
}
