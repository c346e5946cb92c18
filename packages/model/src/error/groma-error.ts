import { errorCatalogue, type ErrorCode } from './catalogue.ts';

/** Values for the `{name}` parts of a catalogue text. */
export type ErrorDetails = Readonly<Record<string, string | number>>;

/** An error of the catalogue, raised on either end and carried over the wire as code, message and details. */
export class GromaError extends Error {
  override readonly name = 'GromaError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    super(fillIn(errorCatalogue[code].message, details));
    this.code = code;
    this.status = errorCatalogue[code].status;
    this.details = details;
  }
}

/** Whether a text is a code of the catalogue. */
export function isErrorCode(text: unknown): text is ErrorCode {
  return typeof text === 'string' && Object.hasOwn(errorCatalogue, text);
}

/** Fills `{name}` parts of a text; a part without a value stays as it is, so that its lack is seen. */
export function fillIn(text: string, details: ErrorDetails): string {
  return text.replace(/\{(\w+)\}/g, (part, name: string) => String(details[name] ?? part));
}
