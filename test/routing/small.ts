import type { Entry, Library, Vocabulary } from '../../src/knowledge/library.ts';

/** A vocabulary of two invented stacks, one standing on the other. */
export const VOCABULARY: Vocabulary = {
  stacks: {
    forge: {
      name: 'Forge',
      words: ['forge', 'fg'],
      hints: ['fg*'],
      newest: 'Forge 2',
      tracker: 'https://example.org/forge',
    },
    kiln: { name: 'Kiln', words: ['kiln'], on: ['forge'], newest: 'Kiln 1', tracker: 'https://example.org/kiln' },
  },
  hardware: [{ words: ['fx[12]00', 'sm_*'], stacks: ['forge'] }],
  topics: { glazing: 'glazing', firing: 'firing' },
  synonyms: [
    ['out of memory', 'oom'],
    ['quench', 'quenching'],
  ],
  ambiguous: [
    {
      word: 'amphora',
      question: 'The jar or the protocol?',
      meanings: [
        { label: 'the jar', ask: 'amphora jar', settles: ['jar', 'clay'] },
        { label: 'the protocol', ask: 'amphora protocol', settles: ['packet'] },
      ],
    },
  ],
  primary: ['example.org'],
};

/** A library of six entries over that vocabulary. */
export function smallLibrary(): Library {
  const entries = [
    entry(
      'forge/glazing',
      'Glaze pots without cracks',
      [
        'how do I glaze a pot without cracks',
        'glaze cracks after cooling',
        'fgGlazeAsync leaves cracks',
        'pot glaze peels off',
      ],
      { signals: ['fgGlazeAsync'] },
    ),
    entry('kiln/glazing', 'Glaze inside the kiln', [
      'glaze a pot inside the kiln',
      'kiln glaze drips',
      'glaze runs down in the kiln',
      'pot glaze in kiln too thick',
    ]),
    entry('forge/firing', 'Choose the firing temperature', [
      'which firing temperature for stoneware',
      'temperature of the fire',
      'firing too hot stoneware warps',
      'set the fire temperature',
    ]),
    entry('forge/quench', 'Quench steel in oil', [
      'quench steel in oil or water',
      'steel cracks when quenching',
      'how long to quench a blade',
      'quench hardening steel',
    ]),
    entry(
      'forge/out-of-memory',
      'Out of memory while loading moulds',
      ['oom when loading moulds', 'out of memory moulds', 'mould loader memory exhausted', 'moulds do not fit memory'],
      {
        signatures: [{ pattern: 'FGError: arena exhausted at (?<place>\\w+)', layer: 'runtime', generic: false }],
      },
    ),
    entry(
      'forge/wrapper',
      'The forge stopped',
      ['forge stopped with a wrapper error', 'forge says stopped', 'stopped without reason', 'forge stop message'],
      {
        signatures: [{ pattern: 'forge stopped', layer: 'framework', generic: true }],
      },
    ),
  ];
  return {
    entries,
    byId: new Map(entries.map((one) => [one.id, one])),
    vocabulary: VOCABULARY,
    offTopic: [
      'what is the weather',
      'who won the match',
      'buy a car',
      'how to cook rice',
      'python list of lists',
      'hire me',
      'cheap flights',
      'my printer is broken',
    ],
    dictionary: [],
    hardware: [],
    codes: [],
    hash: 'small',
  } as unknown as Library;
}

/** An entry with nothing but its phrasings, for libraries made up by tests and benches. */
export function entry(id: string, title: string, asks: readonly string[], more: Partial<Entry> = {}): Entry {
  const [stack = '', topic = ''] = id.split('/');
  return {
    id,
    topic,
    stacks: [stack],
    kind: 'practice',
    title,
    asks,
    tests: [],
    not: [],
    signals: [],
    signatures: [],
    specifics: undefined,
    lead: [{ kind: 'text', text: `${title}: ${asks.join(', ')}.` }],
    sections: [],
    plain: undefined,
    verified: undefined,
    versions: {},
    hardware: [],
    ran: undefined,
    sources: [],
    related: [],
    ...more,
  };
}
