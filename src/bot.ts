import { type Answer, type Bot, type Choice, type Log, type Reply, reference } from '#contract';
import { carryOut, type Knowing, respond } from './answering/respond.ts';
import { composeWhy } from './answering/why.ts';
import type { Memory, Remembered } from './memory/memory.ts';
import { redact } from './reading/redact.ts';

/** What a bot is made of. `knowing` is read anew for every question, so that the library can be replaced while it runs. */
export type Parts = {
  readonly knowing: () => Knowing;
  readonly memory: Memory;
  readonly log: Log;
  readonly picture: Bot['picture'];
};

/** The bot: recalls the thread, answers, remembers, keeps what it could not answer. No platform, no I/O of its own. */
export function createBot({ knowing, memory, log, picture }: Parts): Bot {
  const finish = async (thread: string, answer: Answer, text: string): Promise<Reply> => {
    const { router } = knowing();
    const mine: Remembered = {
      reference: reference(),
      kind: answer.kind,
      entries: answer.origins.map(({ id }) => id),
      terms: router.terms(redact(text)),
      reasons: answer.reasons.map((reason) => ({ ...reason, text: redact(reason.text) })),
    };
    if (answer.kind === 'unknown') await memory.note(mine.terms);
    await memory.record(mine);
    log('info', 'replied', {
      reference: mine.reference,
      kind: mine.kind,
      entries: mine.entries,
      platform: thread.split(':')[0],
    });
    return { answer, reference: mine.reference, actions: actionsFor(answer, mine.reference, knowing()) };
  };

  return {
    async ask(question) {
      if (!(await memory.claim(question.deliveries))) {
        log('info', 'delivered again', { platform: question.thread.split(':')[0] });
        return undefined;
      }
      const { answer, context } = respond(knowing(), question, await memory.recall(question.thread));
      if (context !== undefined) await memory.remember(question.thread, context);
      return finish(question.thread, answer, question.text);
    },

    async act(action, { thread, asker, day }) {
      const response = carryOut(knowing(), action, day, await memory.recall(thread));
      if (response !== undefined) {
        if (response.context !== undefined) await memory.remember(thread, response.context);
        return finish(thread, response.answer, 'text' in action ? action.text : '');
      }
      if (!('reference' in action))
        return said('That entry is gone', 'The library no longer has it. Ask again in your own words.');
      const about = await memory.reply(action.reference);
      if (about === undefined)
        return said('That reply is too old', 'I keep replies for thirty days. Ask the question again.');
      switch (action.do) {
        case 'why':
          return { answer: composeWhy(about, knowing().library), reference: about.reference, actions: [] };
        case 'none':
          if (await memory.judge(about.reference, asker, false)) await memory.note(about.terms);
          return said(
            'Noted: none of these',
            'The question is kept, as its terms only, for the people who write the library. Ask it in other words, or paste the error text.',
          );
        case 'helped':
        case 'unhelpful': {
          const first = await memory.judge(about.reference, asker, action.do === 'helped');
          if (first && action.do === 'unhelpful') await memory.note(about.terms);
          return said(first ? 'Thank you, counted' : 'Already counted', 'One verdict a person and reply.');
        }
      }
    },

    titles(typed, count) {
      const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
      const found = knowing().library.entries.flatMap(({ id, title }) => {
        const text = title.toLowerCase();
        const hits = words.filter((word) => text.includes(word)).length;
        return hits === words.length || hits >= 2 ? [{ title, entry: id, hits }] : [];
      });
      return found
        .sort((one, other) => other.hits - one.hits || (one.title < other.title ? -1 : 1))
        .slice(0, count)
        .map(({ title, entry }) => ({ title, entry }));
    },

    picture,
  };
}

/** A short reply without buttons. */
function said(title: string, text: string): Reply {
  const answer: Answer = {
    kind: 'notice',
    title,
    lead: [{ kind: 'text', text }],
    blocks: [],
    sources: [],
    choices: [],
    reasons: [],
    origins: [],
  };
  return { answer, reference: reference(), actions: [] };
}

function actionsFor(answer: Answer, reference: string, { library }: Knowing): readonly Choice[] {
  const why: Choice = { label: 'Why this?', action: { do: 'why', reference } };
  switch (answer.kind) {
    case 'answer': {
      // A comparison has no single plain version.
      const origin = answer.origins.length === 1 ? answer.origins[0] : undefined;
      const entry = origin === undefined ? undefined : library.byId.get(origin.id);
      const simpler: readonly Choice[] =
        entry?.plain === undefined || answer.lead === entry.plain
          ? []
          : [{ label: 'Simpler', action: { do: 'simpler', entry: entry.id } }];
      return [
        ...simpler,
        why,
        { label: 'Helped', action: { do: 'helped', reference } },
        { label: 'Did not help', action: { do: 'unhelpful', reference } },
      ];
    }
    case 'clarify':
      return [{ label: 'None of these', action: { do: 'none', reference } }, why];
    case 'unknown':
      return [why];
    case 'notice':
      return [];
  }
}
