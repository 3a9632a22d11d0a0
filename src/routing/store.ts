import type { Engine } from './engine.ts';
import type { Logistic } from './logistic.ts';
import type { Model } from './model.ts';

/** Raised whenever the engine learns differently or the layout changes: older bytes are then not restored. */
const VERSION = 2;
const MAGIC = `ridgepoint-model-${VERSION}`;

type Header = {
  readonly magic: string;
  readonly hash: string;
  readonly labels: number;
  readonly texts: number;
  readonly bodies: number;
  readonly first: Logistic;
  readonly three: Logistic;
  /** Bytes of the sections that follow, in their order. */
  readonly sections: readonly number[];
};

/** A model as bytes; `restoreModel` gives a model that routes identically. */
export function serializeModel({ hash, engine }: Model): Uint8Array {
  const { space, weights, postings, own, bodies } = engine;
  const sections = [
    encoded(space.words),
    encoded(space.characters),
    space.documents,
    weights.from,
    weights.label,
    weights.weight,
    weights.bias,
    postings.from,
    postings.text,
    postings.value,
    own.from,
    own.member,
    encoded(bodies.positions),
    bodies.from,
    bodies.label,
    bodies.share,
  ].map((section) => new Uint8Array(section.buffer, section.byteOffset, section.byteLength));
  const header: Header = {
    magic: MAGIC,
    hash,
    labels: engine.labels,
    texts: space.texts,
    bodies: bodies.labels,
    first: engine.first,
    three: engine.three,
    sections: sections.map(({ length }) => length),
  };
  const head = new TextEncoder().encode(JSON.stringify(header));
  const places = running([4 + head.length, ...sections.map(({ length }) => length)].map(aligned));
  const bytes = new Uint8Array(places.at(-1) ?? 0);
  new DataView(bytes.buffer).setUint32(0, head.length, true);
  bytes.set(head, 4);
  for (const [index, section] of sections.entries()) bytes.set(section, places[index] as number);
  return bytes;
}

/** The model in the bytes; undefined when they are no model of this version. */
export function restoreModel(bytes: Uint8Array): Model | undefined {
  const header = headerOf(bytes);
  if (header === undefined) return undefined;
  const { sections } = header.data;
  const places = running([header.end, ...sections].map(aligned));
  if (sections.length !== 16 || bytes.length !== places.at(-1)) return undefined;
  const section = (index: number): ArrayBuffer => {
    const start = bytes.byteOffset + (places[index] as number);
    return bytes.buffer.slice(start, start + (sections[index] as number)) as ArrayBuffer;
  };
  const names = (index: number, first = 0): Map<string, number> => {
    const text = new TextDecoder().decode(section(index));
    return new Map((text === '' ? [] : text.split('\n')).map((name, position) => [name, first + position]));
  };
  const words = names(0);
  const engine: Engine = {
    labels: header.data.labels,
    space: {
      words,
      characters: names(1, words.size),
      documents: new Int32Array(section(2)),
      texts: header.data.texts,
    },
    weights: {
      from: new Int32Array(section(3)),
      label: new Uint16Array(section(4)),
      weight: new Float32Array(section(5)),
      bias: new Float32Array(section(6)),
    },
    postings: {
      from: new Int32Array(section(7)),
      text: new Int32Array(section(8)),
      value: new Float32Array(section(9)),
    },
    own: { from: new Int32Array(section(10)), member: new Int32Array(section(11)) },
    bodies: {
      positions: names(12),
      from: new Int32Array(section(13)),
      label: new Uint16Array(section(14)),
      share: new Float32Array(section(15)),
      labels: header.data.bodies,
    },
    first: header.data.first,
    three: header.data.three,
  };
  return { hash: header.data.hash, engine };
}

function headerOf(bytes: Uint8Array): { readonly data: Header; readonly end: number } | undefined {
  if (bytes.length < 8) return undefined;
  const end = 4 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  if (end > bytes.length) return undefined;
  try {
    const data: Header = JSON.parse(new TextDecoder().decode(bytes.subarray(4, end)));
    return data?.magic === MAGIC && Array.isArray(data.sections) ? { data, end } : undefined;
  } catch {
    return undefined;
  }
}

function aligned(length: number): number {
  return Math.ceil(length / 8) * 8;
}

function running(lengths: readonly number[]): number[] {
  let sum = 0;
  return lengths.map((length) => {
    sum += length;
    return sum;
  });
}

function encoded(names: ReadonlyMap<string, number>): Uint8Array {
  return new TextEncoder().encode([...names.keys()].join('\n'));
}
