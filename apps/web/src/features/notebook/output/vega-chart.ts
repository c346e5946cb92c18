const loaded = /maybeLoadScript\(\s*"(vega(?:-lite|-embed)?)",\s*"([\w.-]{1,20})"\s*\)/g;

const dataAddress = /"url"\s*:\s*(?:\{\s*"(?:value|datum)"\s*:\s*)?"(?:https?:)?\/\/([a-z0-9.-]{1,100})/gi;
const mostHosts = 6;

/** Names of the servers that a chart would fetch data or pictures from, each once. */
export function dataHostsOf(html: string): string[] {
  return [...new Set([...html.matchAll(dataAddress)].map(([, host = '']) => host.toLowerCase()))].slice(0, mostHosts);
}

/**
 * The parts that a chart of Altair, as its HTML asks for them, would fetch from another server: a script that says they
 * are there already. Null when the HTML is no such chart.
 */
export function vegaChartOf(html: string): string | null {
  if (!html.includes('vegaEmbed')) return null;
  const versions = [...html.matchAll(loaded)].map(([, part = '', version = '']) => [
    `${part.replace('-', '')}_version`,
    version,
  ]);
  return versions.length === 0
    ? null
    : `<script>var VEGA_DEBUG = ${JSON.stringify(Object.fromEntries(versions))};</script>`;
}
