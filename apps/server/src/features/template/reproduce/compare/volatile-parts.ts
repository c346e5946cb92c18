/** What may differ each time code runs, and says nothing of its result, with what stands in its place. */
const parts: readonly (readonly [RegExp, string])[] = [
  // Colours of terminals.
  // oxlint-disable-next-line no-control-regex -- that is what they are
  [/\u001b\[[\d;]{0,40}m/g, ''],
  // Where an object lies in memory, as in <function f at 0x7f12…>.
  [/\b0x[0-9a-f]{6,16}\b/gi, '0x…'],
  // Progress bars: how far they are stays, the bar, the times and the speed go.
  [/(\d{1,3}%)\|[^|\n]{0,200}\|[ \t]{0,10}(\S{0,40})[ \t]{0,10}\[[^\]\n]{0,120}\]/g, '$1 $2'],
  [/(\d{1,15}it) \[[^\]\n]{0,120}\]/g, '$1'],
  // Times that %%time and %timeit measure.
  [/^(?:CPU times|Wall time): .{0,200}$/gm, ''],
  [/^.{0,80} ± .{0,80} per loop.{0,200}$/gm, ''],
  // The file that a kernel makes of a block, in warnings and errors.
  [/\/tmp\/ipykernel_\d{1,10}\/\d{1,20}\.py/g, '/tmp/ipykernel'],
];

/** Names that libraries draw by chance: UUIDs, 32 digits (Bokeh, Folium, widgets), and those of styled data frames. */
const randomNames =
  /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b|(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])|\bT_[0-9a-f]{5}(?=[_"#\s])/gi;

/** A text without what differs each time it is made; names by chance are numbered in the order in which they appear. */
export function withoutVolatileParts(text: string): string {
  const names = new Map<string, string>();
  return parts
    .reduce((rest, [part, stands]) => rest.replaceAll(part, stands), text)
    .replaceAll(randomNames, (name) => {
      const known = names.get(name) ?? `name-${names.size + 1}`;
      names.set(name, known);
      return known;
    });
}
