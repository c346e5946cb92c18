import { expect, test } from 'vitest';
import { carriesProjectFiles, putFiles, takeFiles } from './file-drag.ts';

/** As much of the browser's drag data as files need; Node has none. */
function dragData(): DataTransfer {
  const kept = new Map<string, string>();
  return {
    get types() {
      return [...kept.keys()];
    },
    setData: (kind: string, text: string) => {
      kept.set(kind, text);
    },
    getData: (kind: string) => kept.get(kind) ?? '',
  } as unknown as DataTransfer;
}

const files = [
  { path: '/data/a.geojson', isDir: false },
  { path: '/data/rivers', isDir: true },
];

test('[SHL-057] [FIL-002] dragged files travel as groma/gcs with path and isDir, and come out as they went in', () => {
  const data = dragData();
  putFiles(data, files);
  expect(JSON.parse(data.getData('groma/gcs'))).toEqual(files);
  expect(carriesProjectFiles(data)).toBe(true);
  expect(takeFiles(data)).toEqual(files);
});

test('a drag of something else, or one that lies, gives no files', () => {
  const lie = dragData();
  lie.setData('groma/gcs', '[{"path":"/etc/passwd","isDir":false},{"path":7},null,{"path":"/data/x","isDir":false}]');
  expect(takeFiles(lie)).toEqual([{ path: '/data/x', isDir: false }]);
  expect(takeFiles(dragData())).toEqual([]);
  expect(carriesProjectFiles(dragData())).toBe(false);
});
