import { expect, test } from 'vitest';
import { StateReader } from './state-reader.ts';

test('[MAP-087] what is told while the state is read is read too, and a state that never stands still is taken as it is', async () => {
  let layers = 1;
  let asked = 0;
  const reader = new StateReader(async () => {
    const answer = layers;
    asked += 1;
    if (layers < 3) {
      layers += 1;
      reader.tell();
    }
    return Promise.resolve(answer);
  });
  expect([await reader.read(), asked]).toEqual([3, 3]);
  const restless: StateReader<number> = new StateReader(() => {
    restless.tell();
    return Promise.resolve((asked += 1));
  });
  expect(await restless.read()).toBe(8);
});
