import { inputText } from '../../platform/error-text.ts';

export type FieldErrors<Name extends string> = Partial<Record<Name, string>>;

/** What is wrong with a value, or nothing. */
export type Check = (value: string) => string | undefined;

interface Schema {
  safeParse(value: unknown): { success: boolean; error?: { issues: readonly { message: string }[] } | undefined };
}

/** The first complaint of a schema of the model, in the language of the person. */
export function checkBy(schema: Schema): Check {
  return (value) => {
    const complaint = schema.safeParse(value).error?.issues[0]?.message;
    return complaint === undefined ? undefined : inputText(complaint);
  };
}

/** The complaint about each field, or null when all are good. */
export function fieldErrors<Name extends string>(
  checks: Readonly<Record<Name, Check>>,
  values: Readonly<Record<Name, string>>,
): FieldErrors<Name> | null {
  const names = Object.keys(checks) as Name[];
  const errors = Object.fromEntries(
    names.flatMap((name) => {
      const complaint = checks[name](values[name]);
      return complaint === undefined ? [] : [[name, complaint]];
    }),
  ) as FieldErrors<Name>;
  return Object.keys(errors).length === 0 ? null : errors;
}
