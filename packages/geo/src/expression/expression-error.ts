/** What can be wrong with an expression; the values named in braces are in `details`. */
export const EXPRESSION_PROBLEMS = {
  empty: 'The expression is empty.',
  'too-long': 'The expression is longer than {most} characters.',
  'too-deep': 'The expression is nested too deeply.',
  unexpected: '“{found}” is not expected here.',
  unfinished: 'Something is missing at the end.',
  'open-text': 'This text has no closing quote.',
  'unknown-column': 'There is no column “{name}”.',
  'quoted-column': 'There is no column “{name}”. Text goes in single quotes: {text}',
  'bare-column': 'Write {reference} for the values of the column “{name}”.',
  'no-column': 'This is the same for every feature, as it uses no column. A column is written {reference}.',
  'unknown-function': 'There is no function “{name}”.',
  'argument-count': '{name} takes {expected} values, {given} are given.',
  'wrong-type': '{name} needs {expected} here, not {given}.',
} as const;

export type ExpressionProblem = keyof typeof EXPRESSION_PROBLEMS;

/**
 * Raised for an expression that cannot be read. `position` and `end` are character indices into the text as it was
 * given, so that the place can be marked.
 */
export class ExpressionError extends SyntaxError {
  override readonly name = 'ExpressionError';
  readonly problem: ExpressionProblem;
  readonly position: number;
  readonly end: number;
  readonly details: Readonly<Record<string, string | number>>;

  constructor(
    problem: ExpressionProblem,
    position: number,
    end: number,
    details: Record<string, string | number> = {},
  ) {
    super(EXPRESSION_PROBLEMS[problem].replace(/\{(\w+)\}/g, (_, name: string) => String(details[name] ?? '')));
    this.problem = problem;
    this.position = position;
    this.end = end;
    this.details = details;
  }
}
