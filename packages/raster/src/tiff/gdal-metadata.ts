/** What GDAL writes of a band beside its samples. */
export interface BandNotes {
  description: string | null;
  scale: number;
  offset: number;
}

const [opening, closing] = ['<Item', '</Item>'];

/**
 * Reads the XML of the tag GDAL_METADATA as far as it is about bands; what cannot be read is passed over. The time it
 * takes grows with the length alone.
 */
export function readBandNotes(xml: string, bands: number): BandNotes[] {
  const notes = Array.from({ length: bands }, (): BandNotes => ({ description: null, scale: 1, offset: 0 }));
  for (const { words, text } of itemsIn(xml)) {
    const attributes = attributesIn(words);
    const note = notes[Number(attributes.get('sample') ?? -1)];
    if (!note) continue;
    const role = attributes.get('role');
    const number = Number(text);
    if (role === 'scale' && Number.isFinite(number)) note.scale = number;
    else if (role === 'offset' && Number.isFinite(number)) note.offset = number;
    else if (role === 'description') note.description = unescapeXml(text);
  }
  return notes;
}

/**
 * `<Item words>text</Item>`, one after the other. No character is looked at again after a failure, as it would be by a
 * pattern.
 */
function* itemsIn(xml: string): Generator<{ words: string; text: string }> {
  for (let at = xml.indexOf(opening); at >= 0;) {
    const end = xml.indexOf('>', at);
    const next = end < 0 ? -1 : xml.indexOf('<', end);
    if (next < 0) return;
    if (xml.startsWith(closing, next))
      yield { words: xml.slice(at + opening.length, end), text: xml.slice(end + 1, next) };
    at = xml.indexOf(opening, next);
  }
}

/** `name="value"` pairs: between quotes lie the values, before each the name. */
function attributesIn(words: string): Map<string, string> {
  const pieces = words.split('"');
  const found = new Map<string, string>();
  for (let index = 1; index < pieces.length; index += 2) {
    const before = pieces[index - 1]!.trim();
    if (before.endsWith('=')) found.set(before.slice(0, -1).trim(), pieces[index]!);
  }
  return found;
}

function unescapeXml(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}
