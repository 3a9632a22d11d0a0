import type { Action, Answer, Bot, Log, Question, Reply } from '#contract';

/** A bot whose answers a test decides; it keeps the contract's promise that a message is answered once. */
export type Stub = Bot & {
  readonly questions: Question[];
  readonly acts: { readonly action: Action; readonly thread: string; readonly asker: string }[];
  /** What the next questions are answered with; by default their own words. */
  answer: (question: Question) => Reply | Promise<Reply>;
  react: (action: Action) => Reply | Promise<Reply>;
};

export function stubBot(): Stub {
  const seen = new Set<string>();
  const stub: Stub = {
    questions: [],
    acts: [],
    answer: (question) => replyOf({ title: 'Echo', lead: [{ kind: 'text', text: question.text }] }),
    react: (action) => replyOf({ title: 'Done', lead: [{ kind: 'text', text: action.do }] }),
    async ask(question) {
      if (question.deliveries.some((name) => seen.has(name))) return undefined;
      for (const name of question.deliveries) seen.add(name);
      stub.questions.push(question);
      return stub.answer(question);
    },
    async act(action, pressed) {
      stub.acts.push({ action, thread: pressed.thread, asker: pressed.asker });
      return stub.react(action);
    },
    titles: (typed, count) =>
      Array.from({ length: 40 }, (_, index) => ({
        title: `Title ${index} ${typed}`,
        entry: `cuda/title-${index}`,
      })).slice(0, count),
    picture: async () => Uint8Array.from([0x89, 0x50, 0x4e, 0x47]),
  };
  return stub;
}

type Parts = Partial<Omit<Extract<Answer, { kind: 'answer' }>, 'kind'>>;

/** A reply with the usual buttons; parts of its answer as given. */
export function replyOf(parts: Parts, actions?: Reply['actions']): Reply {
  const reference = 'ab12cd34ef';
  return {
    reference,
    answer: {
      kind: 'answer',
      title: '',
      lead: [],
      blocks: [],
      sources: [],
      choices: [],
      reasons: [],
      origins: [],
      confidence: 0.9,
      ...parts,
    },
    actions: actions ?? [
      { label: 'Why?', action: { do: 'why', reference } },
      { label: 'Helped', action: { do: 'helped', reference } },
    ],
  };
}

type Line = { readonly level: string; readonly event: string; readonly fields: Readonly<Record<string, unknown>> };

/** A log that a test can read. */
export type RecordingLog = Log & {
  readonly lines: readonly Line[];
  /** The reference of the first failure; "none" before there is one. */
  failure(): string;
};

export function recordingLog(): RecordingLog {
  const lines: Line[] = [];
  const log: Log = (level, event, fields) => {
    lines.push({ level, event, fields: fields ?? {} });
  };
  return Object.assign(log, {
    lines,
    failure: () => String(lines.find(({ level }) => level === 'error')?.fields.reference ?? 'none'),
  });
}
