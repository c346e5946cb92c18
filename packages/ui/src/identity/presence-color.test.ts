/// <reference types="node" />
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { presenceColor, presenceHexes } from './presence-color.ts';

const tokens = readFileSync(new URL('../tokens.css', import.meta.url), 'utf8');

function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

describe('presence colour', () => {
  it('[SHL-004] gives the same id the same hue always', () => {
    // Fixed for good: people remember each other by colour across versions.
    expect(['ana', 'marton', 'ilinca', 'jelena'].map((id) => presenceColor(id).hue)).toEqual([7, 6, 3, 1]);
  });

  it('[SHL-004] spreads ids over all eight hues evenly', () => {
    const counts = Array.from({ length: 8 }, () => 0);
    for (let index = 0; index < 8000; index += 1) {
      const { hue } = presenceColor(`user-${index}`);
      counts[hue - 1] = (counts[hue - 1] as number) + 1;
    }
    expect(Math.min(...counts)).toBeGreaterThan(800);
    expect(Math.max(...counts)).toBeLessThan(1200);
  });

  it('[SHL-004] has for a canvas the very colours of the tokens', () => {
    const inTokens = [1, 2, 3, 4, 5, 6, 7, 8].map((hue) => new RegExp(`--p${hue}: (#[0-9a-f]{6})`).exec(tokens)?.[1]);
    expect([...presenceHexes]).toEqual(inTokens);
  });

  it('keeps 4.5:1 under white text', () => {
    for (const hex of presenceHexes) expect(1.05 / (luminance(hex) + 0.05)).toBeGreaterThanOrEqual(4.5);
  });
});
