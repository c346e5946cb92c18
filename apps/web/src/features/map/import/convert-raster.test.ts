import { afterEach, expect, test, vi } from 'vitest';
import { convertRaster } from './convert-raster.ts';

afterEach(() => vi.unstubAllGlobals());

test('[WFL-119, WFL-120, WFL-121] the call of the converter carries what is converted, and what is not wanted is left out', async () => {
  const bodies: object[] = [];
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    if (body) bodies.push(JSON.parse(String(body)) as object);
    return Response.json(
      url.includes('/operations/')
        ? {
            status: 200,
            data: { items: [{ status: { phase: 'Succeeded', message: null, progress: 100, nodes: {} } }] },
          }
        : { status: 200, output_paths: ['/data/plan (COG).tif'] },
    );
  });
  expect(await convertRaster('1', '/data/plan.tif')).toBe('/data/plan (COG).tif');
  expect(bodies).toEqual([
    {
      operation_id: expect.any(String) as string,
      bucket_name: 'groma',
      input_paths: ['/data/plan.tif'],
      output_format: 'cog',
    },
  ]);
});

test('[RAS-011] who stops waiting while the conversion is asked for waits no longer', async () => {
  const stop = new AbortController();
  vi.stubGlobal('fetch', async (url: string) => {
    stop.abort(new Error('stopped'));
    return Response.json(
      url.includes('/operations/')
        ? { data: { items: [{ status: { phase: 'Running', message: null, progress: 0, nodes: {} } }] } }
        : { status: 200, output_paths: ['/data/plan (COG).tif'] },
    );
  });
  await expect(convertRaster('1', '/data/plan.tif', {}, stop.signal)).rejects.toThrow('stopped');
});
