import { sqlResultName, type CodeLanguage, type InputValue } from '@groma/model';
import type { KernelLanguage } from './sandbox.ts';

/** The kernel that runs code of a language: SQL is run by DuckDB inside the Python kernel, next to its data frames. */
export function kernelLanguageOf(language: CodeLanguage): KernelLanguage {
  return language === 'sql' ? 'python' : language;
}

/** The code as its kernel takes it. The rows of an SQL block become a data frame that is named for the block. */
export function kernelCode(language: CodeLanguage, code: string, label: string): string {
  if (language !== 'sql') return code;
  return `__import__('groma.sql_blocks', fromlist=['run']).run(${JSON.stringify(code)}, ${JSON.stringify(sqlResultName(label))}, globals())`;
}

/** Code that shows the rows a kernel was told of, and makes them a data frame that is named for the block. */
export function takingCode(label: string, hasRows: boolean): string {
  return hasRows
    ? `__import__('groma.sql_blocks', fromlist=['take']).take(${JSON.stringify(sqlResultName(label))}, globals())`
    : "print('Done.')";
}

/**
 * Code that gives variables their values. A JSON text inside a JSON text is a literal of Python and JavaScript,
 * whatever it holds.
 */
export function assignments(language: KernelLanguage, values: readonly InputValue[]): string {
  const literal = JSON.stringify(JSON.stringify(Object.fromEntries(values.map(({ name, value }) => [name, value]))));
  switch (language) {
    case 'python':
      return `globals().update(__import__('json').loads(${literal}))`;
    case 'javascript':
      return `Object.assign(globalThis, JSON.parse(${literal})); undefined`;
    case 'r':
      return values.map(({ name, value }) => `${name} <- ${rLiteral(value)}`).join('\n');
    default:
      return language satisfies never;
  }
}

function rLiteral(value: InputValue['value']): string {
  if (value === null) return 'NULL';
  if (Array.isArray(value)) return value.length === 0 ? 'character(0)' : `c(${value.map(rText).join(', ')})`;
  return typeof value === 'number' ? String(value) : rText(value);
}

function rText(text: string): string {
  return `"${Array.from(text, (sign) => (/[ !#-[\]-~]/.test(sign) ? sign : `\\U{${sign.codePointAt(0)!.toString(16)}}`)).join('')}"`;
}
