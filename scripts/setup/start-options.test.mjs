import { describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readImports } from '../check/arrows/read-imports.mjs';
import { readStartOptions } from './start-options.mjs';

describe('options of the start command', () => {
  it('has defaults', () => {
    const { port, data, services } = readStartOptions([]);
    expect(port).toBe(4100);
    expect(data).toMatch(/\/data$/);
    expect(services).toEqual(['api', 'realtime', 'tiles', 'jobs']);
  });

  it('reads values with a space or an equals sign; a folder counts from where the person is', () => {
    const options = readStartOptions(['--port', '4500', '--data=here', '--services', 'api,tiles'], '/home/me');
    expect(options).toEqual({ port: 4500, data: '/home/me/here', services: ['api', 'tiles'] });
  });

  it.each([
    [['--prot', '1'], 'Unknown option --prot'],
    [['toString'], 'Unknown option toString'],
    [['--port', '70000'], "not '70000'"],
    [['--port'], '--port needs a value'],
    [['--services', 'api,mail'], "There is no service 'mail'"],
    [['--services', ','], 'at least one of'],
  ])('refuses %j in one line', (words, expected) => {
    expect(() => readStartOptions(words)).toThrow(expected);
    expect(() => readStartOptions(words)).not.toThrow('\n');
  });
});

describe('what runs before the packages are installed', () => {
  /** All files a script reaches by static and dynamic imports. */
  function reach(path, seen = new Map()) {
    if (seen.has(path)) return seen;
    const references = readImports(path, readFileSync(path, 'utf8')).filter(
      (one) => one.kind === 'import' || one.kind === 'dynamic' || one.kind === 'export',
    );
    seen.set(
      path,
      references.map((one) => one.specifier).filter((specifier) => !specifier.startsWith('.')),
    );
    for (const { specifier } of references) {
      if (specifier.startsWith('.')) reach(fileURLToPath(new URL(specifier, `file://${path}`)), seen);
    }
    return seen;
  }

  it.each(['start', 'test', 'doctor'])('%s needs nothing but Node', (name) => {
    const reached = reach(fileURLToPath(new URL(`../${name}.mjs`, import.meta.url)));
    const foreign = [...reached].flatMap(([path, specifiers]) =>
      specifiers.filter((one) => !one.startsWith('node:')).map((one) => `${path}: ${one}`),
    );
    expect(reached.size).toBeGreaterThan(5);
    expect(foreign).toEqual([]);
  });
});
