/** What GDAL writes of a band beside its samples. */
export interface BandNotes { description: string | null; scale: number; offset: number }

const item = /<Item\s([^>]*)>([^<]*)<\/Item>/g;
const attribute = /(\w+)\s*=\s*"([^"]*)"/g;

/** Reads the XML of the tag GDAL_METADATA as far as it is about bands; what cannot be read is passed over. */
export function readBandNotes(xml: string, bands: number): BandNotes[] {
  const notes = Array.from({ length: bands }, (): BandNotes => ({ description: null, scale: 1, offset: 0 }));
  for (const [, words = '', text = ''] of xml.matchAll(item)) {
    const attributes = Object.fromEntries([...words.matchAll(attribute)].map(([, name, value]) => [name, value]));
    const note = notes[Number(attributes['sample'] ?? -1)];
    if (!note) continue;
    const number = Number(text);
    if (attributes['role'] === 'scale' && Number.isFinite(number)) note.scale = number;
    else if (attributes['role'] === 'offset' && Number.isFinite(number)) note.offset = number;
    else if (attributes['role'] === 'description') note.description = unescapeXml(text);
  }
  return notes;
}

function unescapeXml(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&apos;', '\'').replaceAll('&amp;', '&');
}
