import { expect, test } from 'vitest';
import { readDataFrame } from './data-frame.ts';

const pandas = `<div><style scoped>.dataframe tbody tr th { vertical-align: top; }</style>
<table border="1" class="dataframe"><thead><tr style="text-align: right;"><th></th><th>station</th><th>river_km</th></tr></thead>
<tbody><tr><th>0</th><td>Mohács &lt;b&gt;</td><td>1447</td></tr><tr><th>1</th><td>Vukovar</td><td>NaN</td></tr></tbody></table>
<p>21 rows × 2 columns</p></div>`;

test('[NBK-088] a data frame is read as texts and drawn by us', () => {
  expect(readDataFrame(pandas)).toEqual({
    head: [['', 'station', 'river_km']],
    indexCount: 1,
    rows: [
      ['0', 'Mohács <b>', '1447'],
      ['1', 'Vukovar', 'NaN'],
    ],
    size: '21 rows × 2 columns',
    isNumeric: [true, false, true],
  });
});

test('[NBK-088] anything else goes into the sandboxed frame', () => {
  expect(readDataFrame('<p>hello</p>')).toBeNull();
  expect(readDataFrame(pandas.replace('Vukovar', '<script>alert(1)</script>'))).toBeNull();
  expect(readDataFrame(pandas.replace('Vukovar', '<img src=x onerror=alert(1)>'))).toBeNull();
  expect(readDataFrame(pandas.replace('<td>Vukovar</td>', ''))).toBeNull();
});
