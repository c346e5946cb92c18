import type { z } from 'zod';

export type FieldErrors<Name extends string> = Partial<Record<Name, string>>;

/** The first complaint about each field, or null when all are good. */
export function fieldErrors<Name extends string>(schema: z.ZodType, values: Record<Name, string>): FieldErrors<Name> | null {
  const parsed = schema.safeParse(values);
  if (parsed.success) return null;
  const errors: FieldErrors<Name> = {};
  for (const { path: [name], message } of parsed.error.issues) errors[name as Name] ??= message;
  return errors;
}
