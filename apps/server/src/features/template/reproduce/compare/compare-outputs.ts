import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { widgetKind, type OutputDifference, type WholeOutput } from '@groma/model';
import { differingShare, keptPicture, type Picture } from './compare-pictures.ts';
import { textDifference } from './text-difference.ts';
import { withoutVolatileParts } from './volatile-parts.ts';

/** What differs between the outputs of a block, and its new pictures among that, as PNG. */
export interface ComparedOutputs {
  differences: OutputDifference[];
  pictures: Uint8Array[];
  /** Both ended with the same error, or neither with one. */
  isSameError: boolean;
}

/** An output with its place among those that its block shows. */
interface Placed {
  output: WholeOutput;
  index: number;
}

/**
 * Compares what a block showed with what it shows now, both as `shownOutputs` gives them. What was printed is compared
 * as one text, and so are warnings, for how they mingle is a matter of chance; everything else in its order: texts
 * without their volatile parts, pictures by their pixels, JSON by value, errors by name and message, other media by
 * their bytes.
 */
export async function compareOutputs(
  published: readonly WholeOutput[],
  ran: readonly WholeOutput[],
): Promise<ComparedOutputs> {
  const isSameError = errorOf(published) === errorOf(ran);
  const found: ComparedOutputs = { differences: [], pictures: [], isSameError };
  for (const kind of ['text', 'stderr'] as const) {
    const [before, now] = [printed(published, kind), printed(ran, kind)];
    if (before.text !== now.text) found.differences.push(textDifference(before.index, before.text, now.text));
  }
  const [before, now] = [placed(published), placed(ran)];
  for (let i = 0; i < Math.max(before.length, now.length); i += 1) await comparePair(before[i], now[i], found);
  return found;
}

function printed(outputs: readonly WholeOutput[], kind: 'text' | 'stderr'): { text: string; index: number | null } {
  const own = outputs.filter((output) => output.kind === kind);
  const index = outputs.findIndex((output) => output.kind === kind);
  return {
    text: withoutVolatileParts(own.map((output) => ('text' in output ? output.text : '')).join('')),
    index: index < 0 ? null : index,
  };
}

function errorOf(outputs: readonly WholeOutput[]): string | undefined {
  return textOf(outputs.find(({ kind }) => kind === 'traceback')) || undefined;
}

const placed = (outputs: readonly WholeOutput[]): Placed[] =>
  outputs
    .map((output, index) => ({ output, index }))
    .filter(({ output }) => output.kind !== 'text' && output.kind !== 'stderr');

async function comparePair(before: Placed | undefined, now: Placed | undefined, found: ComparedOutputs): Promise<void> {
  const index = before?.index ?? null;
  const [picture, newPicture] = [before && pictureOf(before.output), now && pictureOf(now.output)];
  if (picture ?? newPicture) {
    const share = picture && newPicture ? await differingShare(picture, newPicture) : 1;
    if (share > 0)
      found.differences.push({
        kind: 'picture',
        index: picture ? index : null,
        picture: newPicture ? await keep(newPicture, found) : null,
        share,
      });
  }
  if (before && now && isSameJson(before.output, now.output)) return;
  const [text, newText] = [textOf(before?.output), textOf(now?.output)];
  if (text !== newText) found.differences.push(textDifference(index, text, newText));
}

async function keep(picture: Picture, { pictures }: ComparedOutputs): Promise<number | null> {
  const drawn = await keptPicture(picture);
  return drawn ? pictures.push(drawn) - 1 : null;
}

function pictureOf(output: WholeOutput): Picture | undefined {
  switch (output.kind) {
    case 'image/png':
    case 'image/jpeg':
      return { type: output.kind, content: Buffer.from(output.data, 'base64') };
    case 'image/svg+xml':
      return { type: output.kind, content: Buffer.from(output.svg) };
    default:
      return undefined;
  }
}

function isSameJson(before: WholeOutput, now: WholeOutput): boolean {
  if (!('json' in before) || !('json' in now) || before.kind !== now.kind) return false;
  return isDeepStrictEqual(parsed(before.json), parsed(now.json));
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}

/** An output as the text that is compared and shown; that of a picture, and of none, is empty. */
function textOf(output: WholeOutput | undefined): string {
  switch (output?.kind) {
    case undefined:
    case 'image/png':
    case 'image/jpeg':
    case 'image/svg+xml':
      return '';
    case 'traceback':
      return withoutVolatileParts(`${output.name}: ${output.message}`);
    case 'text/html':
      return withoutVolatileParts(output.html);
    case 'application/json':
    case 'application/geo+json':
      return `${JSON.stringify(parsed(output.json), null, 2)}`;
    case widgetKind:
      // Which models a widget is made of, and in what order they are told, is a matter of chance.
      return withoutVolatileParts(`${JSON.stringify(parsed(output.state), null, 2)}`);
    case 'input':
      return withoutVolatileParts(output.prompt);
    default:
      // Films, sounds and documents are compared by their bytes.
      return 'data' in output!
        ? `${output.kind}, SHA-256 ${createHash('sha256').update(output.data).digest('hex')}`
        : withoutVolatileParts(output!.text);
  }
}
