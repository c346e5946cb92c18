import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LayerLocks } from './layer-locks.ts';

const layer = { id: 'l', name: 'roads' };
const ann = { id: 'ann', username: 'Ann' };
const bob = { id: 'bob', username: 'Bob' };

describe('layer locks', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('[MAP-064] gives a lock up when its holder has been gone for 30 s, and not before', () => {
    const locks = new LayerLocks();
    let changes = 0;
    locks.onChange = () => {
      changes++;
    };
    const connection = {};
    locks.add('m', layer, ann, connection);
    locks.leave('m', connection);
    vi.advanceTimersByTime(29_900);
    expect(() => locks.add('m', layer, bob, {})).toThrow('Ann is editing the layer "roads".');
    vi.advanceTimersByTime(200);
    expect(changes).toBe(2);
    expect(locks.editors('m')).toEqual({});
    locks.add('m', layer, bob, {});
    expect(locks.editors('m')).toEqual({ l: { userId: 'bob', username: 'Bob' } });
  });

  it('[MAP-065] keeps the lock of a holder who comes back in time', () => {
    const locks = new LayerLocks();
    const first = {};
    const second = {};
    locks.add('m', layer, ann, first);
    locks.leave('m', first);
    vi.advanceTimersByTime(20_000);
    locks.add('m', layer, ann, second);
    vi.advanceTimersByTime(60_000);
    expect(locks.editors('m')).toEqual({ l: { userId: 'ann', username: 'Ann' } });
    locks.leave('m', first);
    vi.advanceTimersByTime(60_000);
    expect(Object.keys(locks.editors('m'))).toEqual(['l']);
  });

  it('[MAP-055] [MAP-059] tells which edits took features out of a layer when their holder is gone for good, and not of one who has finished', () => {
    const locks = new LayerLocks();
    const abandoned: unknown[] = [];
    locks.onAbandoned = (mapId, layerId, { userId }, seqs) => {
      abandoned.push([mapId, layerId, userId, seqs]);
    };
    const [first, second] = [{}, {}];
    locks.add('m', layer, ann, first, { takenKeys: ['4', '5'] });
    locks.add('m', layer, ann, first);
    locks.leave('m', first);
    vi.advanceTimersByTime(20_000);
    locks.add('m', layer, ann, second);
    vi.advanceTimersByTime(60_000);
    expect(abandoned).toEqual([]);
    locks.leave('m', second);
    vi.advanceTimersByTime(31_000);
    expect(abandoned).toEqual([['m', 'l', 'ann', ['4', '5']]]);
    locks.add('m', layer, ann, second, { takenKeys: ['6'] });
    locks.add('m', layer, ann, second, { takenKeys: [] });
    locks.leave('m', second);
    vi.advanceTimersByTime(31_000);
    expect(abandoned).toHaveLength(1);
  });

  it('[MAP-066] lets only the holder give a lock up', () => {
    const locks = new LayerLocks();
    locks.add('m', layer, ann, {});
    locks.remove('m', 'l', 'bob');
    expect(Object.keys(locks.editors('m'))).toEqual(['l']);
    locks.remove('m', 'l', 'ann');
    expect(locks.editors('m')).toEqual({});
  });

  it('[MAP-122] lets several people share the layers of a map that locks features only', () => {
    const locks = new LayerLocks();
    const abandoned: unknown[] = [];
    locks.onAbandoned = (_mapId, layerId, { userId }, seqs) => {
      abandoned.push([layerId, userId, seqs]);
    };
    const [first, second] = [{}, {}];
    locks.add('m', layer, ann, first, { isShared: true, takenKeys: ['1'] });
    locks.add('m', layer, bob, second, { isShared: true, takenKeys: ['2'] });
    expect(() => {
      locks.refuseIfOthers('m', layer, 'bob');
    }).not.toThrow();
    expect(locks.editors('m')).toEqual({});
    expect(locks.setShared('m', false)).toBe('l');
    locks.leave('m', first);
    vi.advanceTimersByTime(31_000);
    expect(abandoned).toEqual([['l', 'ann', ['1']]]);
    expect(locks.setShared('m', false)).toBeNull();
    expect(locks.editors('m')).toEqual({ l: { userId: 'bob', username: 'Bob' } });
    expect(() => {
      locks.add('m', layer, ann, first);
    }).toThrow('Bob is editing the layer "roads".');
    expect(locks.setShared('m', true)).toBeNull();
    locks.add('m', layer, ann, first, { isShared: true });
    locks.remove('m', 'l', 'bob');
    expect(() => {
      locks.refuseIfOthers('m', layer, 'ann');
    }).not.toThrow();
  });
});
