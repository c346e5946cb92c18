import {
  errorCatalogue,
  GromaError,
  isErrorCode,
  readWorkflowText,
  type WorkflowNodeType,
  type WorkflowText,
} from '@groma/model';
import { errorText } from '../../../platform/api.ts';
import { t } from '../../../platform/text.ts';
import { sayPort } from './say-port.ts';

/** What a workflow says of itself, in the language of the person. */
export function sayText({ key, values }: WorkflowText): string {
  const said = Object.entries(values).map(([name, value]): [string, string | number] => [
    name,
    typeof value === 'object' ? sayText(value) : sayValue(name, value),
  ]);
  return t(`workflow-text.${key}`, Object.fromEntries(said));
}

/** Ports and what flows through them are ids in the texts of general graphs. */
function sayValue(name: string, value: string | number): string | number {
  if (typeof value === 'number') return value;
  if (name === 'input' || name === 'port') return sayPort(value);
  if (name !== 'wanted' && name !== 'given') return value;
  return value
    .split(', ')
    .map((kind) => (dataKinds.has(kind) ? t(`workflow.data.${kind}`) : kind))
    .join(', ');
}

const dataKinds = new Set(['rows', 'image', 'files', 'point', 'line', 'polygon', 'table']);

/** What a new node is called. */
export function nameOfNew(type: WorkflowNodeType): string {
  return t(`workflow-text.new.${type}`);
}

/**
 * A message that the server keeps in English, of a run or a failure, in the language of the person; one that is not
 * known stays.
 */
export function sayMessage(message: string): string {
  const text = readWorkflowText(message);
  if (text) return sayText(text);
  const error = readError(message);
  return error ? sayFailure(error) : message;
}

/** Why something failed, with what is wrong in the language of the person too. */
export function sayFailure(error: unknown): string {
  if (!(error instanceof GromaError))
    return error instanceof Error ? sayMessage(error.message) : t('workflow.unknownError');
  const { detail } = error.details;
  if (typeof detail !== 'string') return errorText(error);
  const said = detail.split('; ').map((part) => {
    const text = readWorkflowText(part);
    return text ? sayText(text) : part;
  });
  return errorText(new GromaError(error.code, { ...error.details, detail: said.join('; ') }));
}

let patterns: readonly { code: string; pattern: RegExp; names: string[] }[] | undefined;

/** The error of the catalogue that an English message is. */
function readError(message: string): GromaError | null {
  patterns ??= Object.entries(errorCatalogue)
    .map(([code, { message: text }]) => ({ code, text, words: text.replaceAll(/\{\w+\}/g, '') }))
    // A text that is all detail fits everything.
    .filter(({ words }) => /\p{L}/u.test(words))
    .sort((first, second) => second.words.length - first.words.length)
    .map(({ code, text }) => ({
      code,
      pattern: new RegExp(
        `^${text
          .split(/\{\w+\}/)
          .map(escaped)
          .join('(.+?)')}$`,
        's',
      ),
      names: [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!),
    }));
  for (const { code, pattern, names } of patterns) {
    const found = pattern.exec(message);
    if (found && isErrorCode(code))
      return new GromaError(code, Object.fromEntries(names.map((name, at) => [name, found[at + 1]!])));
  }
  return null;
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
