import { afterEach, expect, test, vi } from 'vitest';
import { convertRaster } from './convert-raster.ts';

afterEach(() => vi.unstubAllGlobals());

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
