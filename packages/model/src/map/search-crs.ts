/** What can be searched of a coordinate system. */
export interface SearchedCrs {
  code: string;
  name: string;
  area: string;
}

/** Systems that most people mean: they come first where several fit as well. */
const usual = [
  'EPSG:4326',
  'EPSG:3857',
  'EPSG:4258',
  'EPSG:4269',
  'EPSG:3035',
  'EPSG:27700',
  'EPSG:2154',
  'EPSG:5514',
  'EPSG:28992',
  'EPSG:2056',
  'EPSG:31370',
];
const utm = /^WGS 84 \/ UTM zone/;

/**
 * The systems that a search means, the best first: by code (`32633`, `EPSG:32633`, its beginning), or by words that all
 * stand in the name or the area (`utm 33`, `germany`). Capitals and accents do not matter.
 */
export function searchCrs<Crs extends SearchedCrs>(systems: readonly Crs[], text: string, most: number): Crs[] {
  const words = plain(text)
    .replace(/\bepsg\b[:\s]*/g, ' ')
    .split(/[\s,;/()]+/)
    .filter(Boolean);
  const found: { crs: Crs; score: number }[] = [];
  for (const crs of systems) {
    const score = scoreOf(crs, words);
    if (score > 0) found.push({ crs, score });
  }
  return found
    .sort((one, other) => other.score - one.score || numberOf(one.crs) - numberOf(other.crs))
    .slice(0, most)
    .map(({ crs }) => crs);
}

function scoreOf(crs: SearchedCrs, words: readonly string[]): number {
  const code = crs.code.replace(/^EPSG:/, '');
  const rank = usual.indexOf(crs.code);
  const bonus = (rank >= 0 ? 5 + (usual.length - rank) / 100 : 0) + (utm.test(crs.name) ? 2 : 0);
  if (words.length === 0) return rank >= 0 ? bonus : 0;
  const [first] = words;
  if (words.length === 1 && first === code) return 1_000;
  const name = plain(crs.name);
  const area = plain(crs.area);
  const pieces = new Set(name.split(/[\s,;/()]+/).flatMap((piece) => [piece, piece.replace(/[nsew]$/, '')]));
  let score = bonus;
  for (const word of words) {
    if (pieces.has(word)) score += 30;
    else if (words.length === 1 && /^\d+$/.test(word) && code.startsWith(word)) score += 20;
    else if (name.includes(word)) score += 10;
    else if (area.includes(word)) score += 4;
    else return 0;
  }
  // Of names that hold the words, the shorter says less besides.
  return score - name.length / 1_000;
}

function numberOf({ code }: SearchedCrs): number {
  return Number(code.replace(/\D/g, ''));
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
