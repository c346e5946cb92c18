import { expect, test } from 'vitest';
import { fromJupyterOutput, toJupyterOutputs } from './jupyter-output.ts';
import { geoJsonPage } from './geo-json-page.ts';
import { mediaKinds } from './media-kind.ts';
import { outputFrameHtml } from './media-output.ts';

const display = (data: Record<string, unknown>) => ({ output_type: 'display_data', data, metadata: {} });

test.each(mediaKinds)('[NBK-147] %s is read and written back', (kind) => {
  const output = fromJupyterOutput(display({ [kind]: 'R0lG\nODlh', 'text/plain': '<object>' }));
  expect(output).toEqual({ kind, data: 'R0lGODlh' });
  expect(toJupyterOutputs([output!], null)).toEqual([display({ [kind]: 'R0lGODlh' })]);
});

test('[NBK-147] GeoJSON and JavaScript are read before their text and written back', () => {
  const shape = { type: 'Point', coordinates: [1, 2] };
  for (const [data, output] of [
    [{ 'application/geo+json': shape }, { kind: 'application/geo+json', json: JSON.stringify(shape) }],
    [{ 'application/javascript': ['a()\n', 'b()'] }, { kind: 'application/javascript', text: 'a()\nb()' }],
  ] as const) {
    const read = fromJupyterOutput(display({ ...data, 'text/plain': '<object>' }));
    expect(read).toEqual(output);
    expect(toJupyterOutputs([read!], null)).toEqual([display(data)]);
  }
});

test('[NBK-147] pictures and HTML go before a document or a script', () => {
  expect(fromJupyterOutput(display({ 'application/pdf': 'JVBE', 'image/png': 'iVBO' }))?.kind).toBe('image/png');
  expect(fromJupyterOutput(display({ 'application/javascript': 'x', 'text/html': '<b>' }))?.kind).toBe('text/html');
});

test('[NBK-147] films and sounds are played in a frame, and data that are no base64 are not', () => {
  expect(outputFrameHtml({ kind: 'video/mp4', data: 'AAAA' })).toContain(
    '<video controls preload="metadata" style="max-width:100%" src="data:video/mp4;base64,AAAA"></video>',
  );
  expect(outputFrameHtml({ kind: 'audio/wav', data: '"><script>alert(1)</script>' })).toBeNull();
  expect(outputFrameHtml({ kind: 'application/pdf', data: 'JVBE' })).toBeNull();
});

test('[NBK-147] a script does not end before its end, and neither does what GeoJSON says', () => {
  const html = outputFrameHtml({ kind: 'application/javascript', text: 'element.innerHTML = "<b></script>"' })!;
  expect(html.match(/<\/script>/g)).toHaveLength(1);
  const page = geoJsonPage(JSON.stringify({ type: 'Feature', properties: { a: '</script><img onerror="x">' } }));
  expect(page.match(/&lt;\/script&gt;/g)).toHaveLength(2);
  expect(page).not.toContain('<img');
});
