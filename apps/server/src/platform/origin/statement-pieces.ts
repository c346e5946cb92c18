import { dottedNames } from '@groma/model';
import type { OriginInput } from './origin.ts';

type Named = Pick<OriginInput, 'input' | 'sourceMapId' | 'sourceLayerId' | 'sourcePath'>;

/** A place of a statement that names an input: the map and layer of a layer, a file as a name or as a text. */
export interface NamedPlace<Input extends Named = Named> {
  input: Input;
  form: 'layer' | 'name' | 'text';
}

/**
 * A statement in pieces: its text, and the places at which it names what it was run over, however that is called by
 * now.
 */
export function statementPieces<Input extends Named>(
  statement: string,
  inputs: readonly Input[],
): (string | NamedPlace<Input>)[] {
  const places: { start: number; end: number; place: NamedPlace<Input> }[] = [];
  const named = new Map(inputs.map((input) => [input.input.toLowerCase(), input]));
  for (const [catalog, first, second] of dottedNames(statement)) {
    const kind = catalog!.name.toLowerCase();
    if (kind === 'files') {
      const input = named.get(`files."${first!.name}"`.toLowerCase());
      if (input) places.push({ start: first!.start, end: first!.end, place: { input, form: 'name' } });
    }
    if (kind !== 'layers' || !second) continue;
    const input =
      named.get(`layers."${first!.name}"."${second.name}"`.toLowerCase()) ??
      inputs.find(({ sourceMapId, sourceLayerId }) => sourceMapId === first!.name && sourceLayerId === second.name);
    if (input) places.push({ start: first!.start, end: second.end, place: { input, form: 'layer' } });
  }
  for (const found of statement.matchAll(/'(\/data\/(?:[^']|'')+)'/g)) {
    const input = named.get(`files."${found[1]!.replaceAll("''", "'")}"`.toLowerCase());
    if (input) places.push({ start: found.index, end: found.index + found[0].length, place: { input, form: 'text' } });
  }
  places.sort((one, other) => one.start - other.start);
  const pieces: (string | NamedPlace<Input>)[] = [];
  let at = 0;
  for (const { start, end, place } of places) {
    pieces.push(statement.slice(at, start), place);
    at = end;
  }
  return [...pieces, statement.slice(at)];
}

/** How a statement names an input as it is called now: a layer by its ids. */
export function placeText({ input, form }: NamedPlace): string {
  if (form === 'layer') return `"${input.sourceMapId}"."${input.sourceLayerId}"`;
  return form === 'name'
    ? `"${input.sourcePath!.replaceAll('"', '""')}"`
    : `'${input.sourcePath!.replaceAll("'", "''")}'`;
}
