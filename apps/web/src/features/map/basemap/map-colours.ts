export type Theme = 'light' | 'dark';

const TOKENS = {
  water: '--map-water',
  land: '--map-land',
  border: '--map-border',
  coast: '--map-coast',
  graticule: '--map-grat',
  label: '--map-label',
  city: '--map-city',
  halo: '--map-halo',
} as const;

export type MapColours = Record<keyof typeof TOKENS, string>;

/**
 * The map colours of a theme as CSS colours, read from the tokens so that they are named in one place only. The theme
 * need not be the one the page shows.
 */
export function readMapColours(theme: Theme): MapColours {
  const probe = document.createElement('div');
  probe.dataset.theme = theme;
  probe.hidden = true;
  document.body.append(probe);
  const style = getComputedStyle(probe);
  const entries = Object.entries(TOKENS).map(([name, token]) => [
    name,
    commaColour(style.getPropertyValue(token).trim()),
  ]);
  probe.remove();
  return Object.fromEntries(entries) as MapColours;
}

/**
 * `rgb(60 90 96 / 15%)` as `rgba(60,90,96,0.15)`: MapLibre's expressions and deck.gl read the older form everywhere.
 */
function commaColour(colour: string): string {
  const parts = /^rgba?\(\s*([\d.]+)[\s,]+([\d.]+)[\s,]+([\d.]+)\s*(?:[/,]\s*([\d.]+)(%?))?\s*\)$/.exec(colour);
  if (!parts) return colour;
  const [, red, green, blue, alpha, percent] = parts;
  const opacity = alpha === undefined ? 1 : Number(alpha) / (percent ? 100 : 1);
  return `rgba(${red},${green},${blue},${opacity})`;
}
