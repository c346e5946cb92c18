import { describe, expect, it } from 'vitest';
import { outputSize, shownPart } from './output.ts';
import { fromJupyterContent, fromJupyterOutput, fromKernelMessage, toJupyterOutputs } from './jupyter-output.ts';

describe('outputs of a kernel', () => {
  it.each([
    ['stream', { name: 'stdout', text: 'a' }, { kind: 'text', text: 'a' }],
    ['stream', { name: 'stderr', text: 'a' }, { kind: 'stderr', text: 'a' }],
    [
      'error',
      { ename: 'E', evalue: 'v', traceback: ['1', '2'] },
      { kind: 'traceback', name: 'E', message: 'v', text: '1\n2' },
    ],
    ['execute_result', { data: { 'text/plain': ['a\n', 'b'] } }, { kind: 'text/plain', text: 'a\nb' }],
    [
      'display_data',
      { data: { 'text/html': '<b>', 'text/plain': 'b' } },
      { kind: 'text/html', html: '<b>', text: 'b' },
    ],
    ['display_data', { data: { 'text/html': '<b>' } }, { kind: 'text/html', html: '<b>' }],
    [
      'display_data',
      { data: { 'image/png': 'iV\nBO', 'text/html': '<b>' }, metadata: { 'image/png': { width: 4, height: 3 } } },
      { kind: 'image/png', data: 'iVBO', width: 4, height: 3 },
    ],
    ['display_data', { data: { 'image/jpeg': '/9j/', 'text/plain': 'p' } }, { kind: 'image/jpeg', data: '/9j/' }],
    [
      'display_data',
      { data: { 'image/svg+xml': ['<svg', '/>'], 'text/plain': 'p' } },
      { kind: 'image/svg+xml', svg: '<svg/>' },
    ],
    ['display_data', { data: { 'text/markdown': '# a', 'text/plain': 'p' } }, { kind: 'text/markdown', text: '# a' }],
    ['display_data', { data: { 'text/latex': '$x$', 'text/plain': 'p' } }, { kind: 'text/latex', text: '$x$' }],
    [
      'display_data',
      { data: { 'application/json': { a: [1] }, 'text/plain': 'p' } },
      { kind: 'application/json', json: '{"a":[1]}' },
    ],
  ])("[NBK-066] %s %o becomes the product's own kind", (type, content, output) => {
    expect(fromJupyterContent(type, content)).toEqual(output);
  });

  it('[NBK-066] what shows nothing, or nothing we know, becomes no output; malformed content does not throw', () => {
    expect(fromJupyterContent('comm_open', {})).toBeNull();
    expect(fromJupyterContent('display_data', { data: { 'application/unheard': 1 } })).toBeNull();
    expect(fromJupyterContent('display_data', { data: 'none', metadata: null })).toBeNull();
    expect(fromJupyterContent('stream', { text: 5 })).toEqual({ kind: 'text', text: '5' });
    expect(fromJupyterContent('error', { traceback: 'no list' })).toMatchObject({ kind: 'traceback', text: '' });
  });

  it('[NBK-125] a chart that a Jupyter file holds as its description is drawn from that, and what is of no known kind is named', () => {
    const saved = (data: object) => fromJupyterOutput({ output_type: 'display_data', metadata: {}, data });
    const chart = saved({
      'application/vnd.vegalite.v5+json': { mark: 'bar', title: '</script><script>' },
      'text/plain': '<VegaLite 5 object>',
    });
    expect(chart).toMatchObject({ kind: 'text/html', text: '<VegaLite 5 object>' });
    expect(chart?.kind === 'text/html' && chart.html).toContain(
      String.raw`{"mark":"bar","title":"<\/script><script>"}`,
    );
    expect(saved({ 'application/unheard': 1 })).toEqual({
      kind: 'text/plain',
      text: 'An output of application/unheard, which is not shown here; run the block again.',
    });
    expect(saved({})).toBeNull();
  });

  it.each([
    { kind: 'image/jpeg', data: '/9j/', width: 2 } as const,
    { kind: 'image/svg+xml', svg: '<svg\n/>' } as const,
    { kind: 'text/markdown', text: '# a\n' } as const,
    { kind: 'text/latex', text: '$x$' } as const,
    { kind: 'application/json', json: '{"a":[1]}' } as const,
    { kind: 'text/html', html: '<b>', text: 'b' } as const,
  ])('[NBK-106] $kind is the same after a round trip through a Jupyter file', (output) => {
    expect(toJupyterOutputs([output], null).map(fromJupyterOutput)).toEqual([output]);
  });

  it.each([
    [
      'execute_result',
      {
        data: { 'image/png': 'iVBO', 'text/plain': '<Figure>', 'application/pdf': 'JVBE' },
        metadata: { 'image/png': { width: 4, needs_background: 'light' } },
      },
    ],
    [
      'display_data',
      { data: { 'text/markdown': '# a', 'text/plain': 'a', 'text/latex': 'a' }, metadata: { isolated: true } },
    ],
    ['display_data', { data: { 'text/plain': '3' }, metadata: {} }],
    [
      'execute_result',
      {
        data: { 'text/html': '<b>', 'text/plain': 'b', 'application/vnd.plotly.v1+json': { data: [1] } },
        metadata: {},
      },
    ],
  ] as const)('[NBK-133] all that a kernel gave of a value comes back in a Jupyter file: %s %o', (type, content) => {
    const whole = (value: unknown): unknown =>
      JSON.parse(
        JSON.stringify(value, (_key, each: unknown) =>
          Array.isArray(each) && each.every((line) => typeof line === 'string') ? each.join('') : each,
        ),
      );
    const output = fromKernelMessage(type, content)!;
    expect(whole(toJupyterOutputs([output], 7))).toEqual([
      { output_type: type, ...(type === 'execute_result' && { execution_count: 7 }), ...content },
    ]);
  });

  it('[NBK-173, NBK-174] a data frame is named beside what Jupyter shows of it; readers and Jupyter files do not know the name', () => {
    const name = { id: 'f', rows: 9, columns: 2 };
    const data = { 'text/html': '<table>', 'text/plain': 'a', 'application/vnd.groma.frame+json': name };
    const output = fromKernelMessage('execute_result', { data, metadata: {} })!;
    expect(output).toMatchObject({ kind: 'text/html', html: '<table>', frame: name });
    expect(JSON.stringify(toJupyterOutputs([output], 1))).not.toContain('groma');
    expect(shownPart(output)).toEqual({ kind: 'text/html', html: '<table>', text: 'a' });
    expect(
      fromJupyterContent('display_data', {
        data: { 'text/plain': 'a', 'application/vnd.groma.frame+json': { id: 'f', rows: 'many', columns: 1 } },
      }),
    ).toEqual({ kind: 'text/plain', text: 'a' });
  });

  it('[NBK-133] of representations that are not shown the smallest are kept, up to a megabyte, and count as memory', () => {
    const output = fromKernelMessage('display_data', {
      data: { 'image/png': 'iV', 'text/plain': 'p', 'text/html': 'x'.repeat(2_000_000) },
      metadata: {},
    })!;
    expect(JSON.parse(output.bundle!)).toEqual({ data: { 'text/plain': 'p' }, metadata: {} });
    expect(outputSize(output)).toBe(2 + output.bundle!.length);
    expect(fromKernelMessage('stream', { name: 'stdout', text: 'a' })).toEqual({ kind: 'text', text: 'a' });
  });
});
