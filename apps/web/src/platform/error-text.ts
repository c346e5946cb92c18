import { fillIn, GromaError, keptError } from '@groma/model';
import { ownText } from './text.ts';

/** Complaints about input by their English words, as the schemas of the model and the server say them. */
const complaints = new Map(
  Object.entries(ownText('input', 'en') as Record<string, string>).map(([name, text]) => [text, name]),
);

/** A complaint of a schema in the language of the person; one that is not known stays as it is. */
export function inputText(complaint: string): string {
  const own = ownText('input') as Record<string, string> | undefined;
  return own?.[complaints.get(complaint) ?? ''] ?? complaint;
}

/**
 * What an error says to a person: its text in their language by its code, else the English words it came with.
 * Every call of `api` fails with errors that already say this as their message.
 */
export function errorText(error: unknown): string {
  if (!(error instanceof GromaError)) return error instanceof Error ? error.message : String(error);
  const own = ownText(`error.${error.code}`);
  if (error.code === 'BAD_INPUT') return inputText(error.message);
  return typeof own === 'string' ? fillIn(own, sayDetail(error.details)) : error.message;
}

/** Whether something fails because the password of a publication has not been given. */
export function needsPassword(error: unknown): boolean {
  return error instanceof GromaError && error.code === 'PASSWORD_REQUIRED';
}

function sayDetail(details: GromaError['details']): GromaError['details'] {
  return typeof details['detail'] === 'string' ? { ...details, detail: inputText(details['detail']) } : details;
}

/** Text for a failure that records keep: of an error of the catalogue in the language of whoever reads it. */
export function keptErrorText(text: string): string {
  const error = keptError(text);
  return error ? errorText(error) : text;
}
