import { Index } from 'flexsearch';
import Fuse from 'fuse.js';
import MiniSearch from 'minisearch';
import { learn, rank } from '../../src/routing/engine.ts';
import { createLexicon } from '../../src/routing/lexicon.ts';
import { normalize } from '../../src/routing/normalize.ts';
import type { DataSet } from './data.ts';

/** What an engine says of one text. */
export type Guess = { readonly label: string | undefined; readonly score: number };

/** An engine that learns a set and is asked. */
export type Contender = {
  readonly name: string;
  /** Asked at most so many questions of a set, evenly drawn. */
  readonly sample?: number;
  build(set: DataSet): Promise<(text: string) => Guess | Promise<Guess>>;
};

/** The core that the bot runs on, with an empty vocabulary: the very same code. */
export const OURS: Contender = {
  name: 'ridgepoint',
  async build({ train, oos_train = [] }) {
    const lexicon = createLexicon({ stacks: {}, synonyms: [] });
    const labels = [...new Set(train.map(([, label]) => label))];
    const numbers = new Map(labels.map((label, number) => [label, number]));
    const lessons = [
      ...train.map(([text, label]) => ({ terms: normalize(text, lexicon).terms, label: numbers.get(label) ?? -1 })),
      ...oos_train.map((text) => ({ terms: normalize(text, lexicon).terms, label: -1 })),
    ];
    const engine = learn(lessons, labels.length);
    return (text) => {
      const { ranked, first } = rank(engine, normalize(text, lexicon).terms);
      return { label: labels[ranked[0]?.label ?? -1], score: first };
    };
  },
};

const MINISEARCH: Contender = {
  name: 'MiniSearch',
  async build({ train }) {
    const index = new MiniSearch<{ id: number; text: string }>({ fields: ['text'] });
    index.addAll(train.map(([text], id) => ({ id, text })));
    return (text) => {
      const [hit] = index.search(text);
      return { label: train[hit?.id ?? -1]?.[1], score: hit?.score ?? 0 };
    };
  },
};

const FLEXSEARCH: Contender = {
  name: 'FlexSearch',
  async build({ train }) {
    const index = new Index({ tokenize: 'strict' });
    for (const [id, [text]] of train.entries()) index.add(id, text);
    return (text) => {
      const [hit] = index.search(text, { suggest: true, limit: 1 });
      // It ranks without telling a score.
      return { label: train[typeof hit === 'number' ? hit : -1]?.[1], score: hit === undefined ? 0 : 1 };
    };
  },
};

const FUSE: Contender = {
  name: 'Fuse.js',
  sample: 300,
  async build({ train }) {
    const documents = train.map(([text, label]) => ({ text, label }));
    const fuse = new Fuse(documents, { keys: ['text'], includeScore: true, ignoreLocation: true, threshold: 1 });
    return (text) => {
      const [hit] = fuse.search(text, { limit: 1 });
      return { label: hit?.item.label, score: 1 - (hit?.score ?? 1) };
    };
  },
};

const NLP: Contender = {
  name: 'nlp.js',
  async build({ train }) {
    const { NlpManager } = await import('node-nlp');
    const manager = new NlpManager({ languages: ['en'], forceNER: false, autoSave: false, nlu: { log: false } });
    for (const [text, label] of train) manager.addDocument('en', text, label);
    await manager.train();
    return async (text) => {
      const { intent, score } = await manager.process('en', text);
      return { label: intent === 'None' ? undefined : intent, score: intent === 'None' ? 0 : score };
    };
  },
};

export const PEERS: readonly Contender[] = [MINISEARCH, FLEXSEARCH, FUSE, NLP];
