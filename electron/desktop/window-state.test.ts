import { describe, expect, it } from 'vitest';
import { createMemoryPorts } from '#testing/memory-ports.ts';
import { boundsOn, createWindowStates, type WindowPlace } from './window-state.ts';

const laptop = { x: 0, y: 25, width: 1440, height: 875 };
const screen = { x: 1440, y: 0, width: 2560, height: 1400 };
const at = (x: number, y: number, width = 800, height = 600): WindowPlace => ({
  bounds: { x, y, width, height },
  maximized: false,
});

describe('the initial place of the window', () => {
  it.each([
    ['its last place', at(100, 100), { x: 100, y: 100, width: 800, height: 600 }],
    ['its last place on the second display', at(2000, 300), { x: 2000, y: 300, width: 800, height: 600 }],
    ['across two displays', at(1200, 100), { x: 1200, y: 100, width: 800, height: 600 }],
    ['hanging over an edge', at(-500, 100), { x: -500, y: 100, width: 800, height: 600 }],
    ['anywhere if hardly any of it would be visible', at(-750, 100), { width: 800, height: 600 }],
    ['anywhere if its display is missing', at(9000, 100), { width: 800, height: 600 }],
    ['anywhere if its title would be above the screen', at(100, -40), { width: 800, height: 600 }],
    ['anywhere if its title would be below the screen', at(100, 890), { width: 800, height: 600 }],
    ['no larger than its display', at(10, 30, 5000, 4000), { x: 10, y: 30, width: 1440, height: 875 }],
    ['no smaller than its page can take', at(10, 30, 200, 200), { x: 10, y: 30, width: 640, height: 480 }],
    ['anywhere at first', null, { width: 1180, height: 800 }],
  ])('%s', (_, state, place) => {
    expect(boundsOn([laptop, screen], state)).toEqual(place);
  });
});

it('places a window beside others that are in its place', () => {
  const taken = [at(100, 100).bounds, at(128, 128).bounds];
  expect(boundsOn([laptop], at(100, 100), taken)).toEqual({ x: 156, y: 156, width: 800, height: 600 });
});

describe('the saved state of windows', () => {
  it('is restored for each memory, with what was open', async () => {
    const ports = createMemoryPorts();
    const states = createWindowStates(ports, () => {});
    expect(await states.read()).toEqual([]);
    expect(states.placeOf('/notes')).toBeNull();
    await states.keepPlace('/notes', at(1, 2));
    await states.keepPlace('/work', at(3, 4));
    await states.keepPlace(null, at(5, 6));
    await states.keepOpen(['/work', '/notes']);
    const again = createWindowStates(ports, () => {});
    expect(await again.read()).toEqual(['/work', '/notes']);
    expect(again.placeOf('/notes')).toEqual(at(1, 2));
    expect(again.placeOf('/elsewhere')).toEqual(at(5, 6));
  });

  it('is read as earlier versions wrote it, for one window', async () => {
    const ports = createMemoryPorts();
    await ports.files.store(`${ports.dataFolder}/window.json`, ports.encodeText(JSON.stringify(at(1, 2))));
    const states = createWindowStates(ports, () => {});
    expect(await states.read()).toEqual([]);
    expect(states.placeOf('/notes')).toEqual(at(1, 2));
  });

  it.each([
    ['cut off', '{"bounds":{"x":1,'],
    ['empty', ''],
    ['of another form', '{"bounds":{"x":1.5,"y":0,"width":-5,"height":"all"},"maximized":1}'],
    ['with a key too many', '{"bounds":{"x":1,"y":1,"width":5,"height":5},"maximized":true,"screen":2}'],
    ['not UTF-8', new Uint8Array([0xff, 0xfe, 0x00])],
  ])('is set aside and reported when it is %s', async (_, content) => {
    const ports = createMemoryPorts();
    const path = `${ports.dataFolder}/window.json`;
    const bytes = typeof content === 'string' ? ports.encodeText(content) : content;
    await ports.files.store(path, bytes);
    const said: string[] = [];
    const states = createWindowStates(ports, (aside) => said.push(aside));
    expect(await states.read()).toEqual([]);
    expect(states.placeOf(null)).toBeNull();
    expect(said).toHaveLength(1);
    expect(await ports.files.read(said[0] ?? '', { maxBytes: 1000 })).toMatchObject({ state: 'present', bytes });
    expect((await ports.files.read(path, { maxBytes: 1000 })).state).toBe('absent');
  });
});
