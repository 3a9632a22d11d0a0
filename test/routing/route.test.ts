import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { strayQuestions } from '../../src/routing/check.ts';
import { createRouter, restoreModel, serializeModel, trainModel } from '../../src/routing/route.ts';
import { createSignatureFinder, literalsOf } from '../../src/routing/signatures.ts';
import { entry, smallLibrary } from './small.ts';

const LIBRARY = smallLibrary();
const MODEL = trainModel(LIBRARY);
const ROUTER = createRouter(LIBRARY, MODEL);
const ask = (text: string) => ROUTER.route({ text });

describe('routing', () => {
  it.each([
    ['glaze a pot without cracks, how', 'forge/glazing'],
    ['glaze drips inside the kiln', 'kiln/glazing'],
    ['quench steel in oil, how long', 'forge/quench'],
    ['FGError: arena exhausted at loader', 'forge/out-of-memory'],
  ])('%s -> %s', (text, id) => {
    const decision = ask(text);
    expect(decision.kind === 'answer' ? decision.best.entry.id : decision.kind).toBe(id);
  });

  it('gives every candidate its reasons', () => {
    const decision = ask('fgGlazeAsync leaves cracks');
    const reasons = decision.kind === 'answer' ? decision.best.reasons.map(({ text }) => text) : [];
    expect(reasons).toEqual(expect.arrayContaining(['signal "fgglazeasync"', 'margin of the classifier']));
  });

  it.each([
    ['', 'empty'],
    ['hey', 'greeting'],
    ['thank you so much!', 'thanks'],
    ['help', 'help'],
    ['x '.repeat(600_000), 'too-long'],
    ['wie kann ich das für meine Sache machen', 'language'],
  ])('answers what asks nothing with one line', (text, notice) => {
    expect(ask(text)).toMatchObject({ kind: 'notice', notice });
  });

  it('gives an entry to whoever asks in the words of its phrasing, whatever else speaks about them', () => {
    const library = smallLibrary();
    const crowd = ['forge stop button', 'forge stops and starts', 'the forge stop lever', 'forge stop signal'];
    const entries = [
      ...library.entries,
      entry('forge/levers', 'Forge stop', crowd),
      entry('forge/overview', 'The forge at a glance', [
        'what is a forge stop',
        'kiln tour',
        'kiln basics',
        'kiln parts',
      ]),
    ];
    const router = createRouter({ ...library, entries, hash: 'with levers' });
    for (const text of ['what is a forge stop', "What's the forge stop?", 'forge stop']) {
      expect(router.route({ text })).toMatchObject({ kind: 'answer', best: { entry: { id: 'forge/overview' } } });
    }
    for (const text of [
      'getting started with the forge stop',
      'how do I start with forge stop',
      'forge stop how to start',
      'forge stop getting started',
      'when should I use the forge stop',
      'what is a forge stop used for',
      'forge stop what for',
    ]) {
      expect(router.route({ text }), text).toMatchObject({ best: { entry: { id: 'forge/overview' } } });
    }
    expect(router.route({ text: 'forge stop lever' })).toMatchObject({ best: { entry: { id: 'forge/levers' } } });
    for (const text of ['forge stop signal how to start', 'start the forge stop', 'how to start a forge stop']) {
      expect(router.route({ text }), text).not.toMatchObject({ best: { entry: { id: 'forge/overview' } } });
    }
  });

  it('asks for the text of a message that is only a picture', () => {
    expect(ROUTER.route({ text: '', picture: true })).toMatchObject({ kind: 'notice', notice: 'picture' });
  });

  it('does not know what nothing in the library speaks about', () => {
    expect(ask('who won the match last night')).toMatchObject({ kind: 'unknown', nearest: [] });
  });
});

describe('what holds for every text', () => {
  it('never throws, and gives the same decision twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        expect(JSON.stringify(ask(text))).toBe(JSON.stringify(ask(text)));
      }),
    );
  });

  it('reads a paste of 50 kB in a small part of a second', () => {
    const line = '[12:00:01] worker 3 wrote /a/b/c.bin key=value 0xdeadbeef error-free run of stage two\n';
    const paste = line.repeat(600);
    ask(paste);
    const from = performance.now();
    ask(paste);
    // The bench holds the bar of 50 ms; here only that nothing explodes on a busy machine.
    expect(performance.now() - from).toBeLessThan(1_000);
    expect(() => ask('('.repeat(50_000))).not.toThrow();
    expect(() => ask('a '.repeat(25_000))).not.toThrow();
  });
});

describe('a stored model', () => {
  it('decides as the learnt one, to the bit', () => {
    const restored = restoreModel(serializeModel(MODEL));
    const again = createRouter(LIBRARY, restored);
    for (const { asks } of LIBRARY.entries) for (const text of asks) expect(again.route({ text })).toEqual(ask(text));
  });

  it('is the same bytes when learnt again', () => {
    expect(serializeModel(trainModel(LIBRARY))).toEqual(serializeModel(MODEL));
  });

  it.each([[new Uint8Array()], [new Uint8Array(64).fill(255)], [serializeModel(MODEL).slice(0, 900)]])(
    'is refused when the bytes are none',
    (bytes) => {
      expect(restoreModel(bytes)).toBeUndefined();
    },
  );
});

describe('signatures', () => {
  it('find the specific line before the generic one, wherever it stands', () => {
    const find = createSignatureFinder(LIBRARY.entries);
    const found = find(['forge stopped', 'FGError: arena exhausted at loader']);
    expect(found.map(({ label }) => LIBRARY.entries[label]?.id)).toEqual(['forge/out-of-memory', 'forge/wrapper']);
  });

  it.each([
    ['abc(?<x>\\d+) def', ['abc', ' def']],
    ['colou?r \\(at\\)', ['colo', 'r (at)']],
    ['[abc]{2,3}needle', ['needle']],
  ])('know the strings that every match of %s holds', (pattern, literals) => {
    expect(literalsOf(pattern)).toEqual(literals);
  });
});

describe('the check of a library', () => {
  it('reports a test that another entry wins, with both scores', () => {
    const entries = LIBRARY.entries.map((entry) =>
      entry.id === 'forge/firing' ? { ...entry, tests: ['quench steel in oil or water'] } : entry,
    );
    const [stray] = strayQuestions({ ...LIBRARY, entries, byId: new Map(entries.map((one) => [one.id, one])) }, MODEL);
    expect(stray).toMatchObject({ entry: 'forge/firing', what: 'test' });
    expect(stray?.message).toMatch(/goes to forge\/quench \([\d.]+\); forge\/firing/);
  });
});
