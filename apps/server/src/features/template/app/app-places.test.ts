import { expect, test } from 'vitest';
import { AppPlaces } from './app-places.ts';

const { signal } = new AbortController();

let networks = 0;

/** Each from a network of its own, unless one is given. */
function waiter(places: AppPlaces, key: string, most: number, of = signal, network = `network ${(networks += 1)}`) {
  const told: number[] = [];
  const taken = places.take({ key, most, network }, (place) => told.push(place), of);
  return { told, taken };
}

test('[PUB-122] who comes when all places are taken waits in order, and is told the place', async () => {
  const places = new AppPlaces(2);
  const [one, two] = [await waiter(places, 'a', 2).taken, await waiter(places, 'a', 2).taken];
  const [third, fourth] = [waiter(places, 'a', 2), waiter(places, 'a', 2)];
  expect([third.told, fourth.told]).toEqual([[1], [2]]);
  one?.();
  // Leaving twice gives no second place.
  one?.();
  const leave = await third.taken;
  expect(fourth.told).toEqual([2, 1]);
  leave?.();
  two?.();
  expect(await fourth.taken).toBeTypeOf('function');
});

test('[PUB-122] an application with all its sessions open keeps no reader of another one waiting', async () => {
  const places = new AppPlaces(2);
  await waiter(places, 'a', 1).taken;
  const waiting = waiter(places, 'a', 1);
  expect(await waiter(places, 'b', 1).taken).toBeTypeOf('function');
  expect(waiting.told).toEqual([1]);
});

test('[PUB-122] one network has half of the sessions of the server at most, and keeps no other waiting', async () => {
  const places = new AppPlaces(4);
  const leave = await waiter(places, 'a', 50, signal, 'one').taken;
  await waiter(places, 'b', 50, signal, 'one').taken;
  const third = waiter(places, 'a', 50, signal, 'one');
  expect(third.told).toEqual([1]);
  expect(await waiter(places, 'a', 50, signal, 'two').taken).toBeTypeOf('function');
  expect(await waiter(places, 'a', 50, signal, 'two').taken).toBeTypeOf('function');
  leave?.();
  expect(await third.taken).toBeTypeOf('function');
  // A server with one place gives it to anybody.
  expect(await waiter(new AppPlaces(1), 'a', 1).taken).toBeTypeOf('function');
});

test('[PUB-122] who goes away waits no more, and who is woken needs no place', async () => {
  const places = new AppPlaces(1);
  const leave = await waiter(places, 'a', 1).taken;
  const gone = new AbortController();
  const [first, second] = [waiter(places, 'a', 1, gone.signal), waiter(places, 'a', 1)];
  gone.abort(new Error('gone'));
  await expect(first.taken).rejects.toThrow('gone');
  expect(second.told).toEqual([2, 1]);
  places.wake('a');
  expect(await second.taken).toBeNull();
  leave?.();
  expect(await waiter(places, 'a', 1).taken).toBeTypeOf('function');
});
