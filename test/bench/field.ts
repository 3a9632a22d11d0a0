import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { plainText } from '#contract';
import { carryOut, respond } from '../../src/answering/respond.ts';
import { LEARNED, requireKnowing } from '../../src/knowing.ts';
import { negatives } from './own.ts';

/** A question that somebody asked in public, with the facts that a right answer must hold. */
type Asked = {
  readonly id: string;
  /** `oos`: none of our business, to be met with silence or choices. */
  readonly kind: string;
  readonly text: string;
  /** Every group needs one of its patterns in the answer, in any case. */
  readonly must: readonly (readonly string[])[];
};

const day = new Date().toISOString().slice(0, 10);

/** Characters of an answer that count, before its sources: what a reader sees without opening more. */
const READ = 1_800;
/** In percent: knowledge was written with these questions in hand, so less means that something was lost. */
const BARS = { found: 90, wrong: 6 };
/** In percent: messages that are none of its business, and held-out questions that may be asked back. */
const NEGATIVE_BARS = { answered: 2, clarified: 10 };
const ASKED_BACK_BAR = 15;

/**
 * Measures the whole answering path on questions from public trackers: a guard against losing what was there. How well
 * unseen questions do, only questions that nobody has looked at can tell.
 */
export async function field(): Promise<number> {
  const path = fileURLToPath(new URL('../questions/field.jsonl', import.meta.url));
  const asked: Asked[] = readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const knowing = requireKnowing([], [LEARNED], () => undefined);
  const judge = judgeWith(knowing);
  const verdicts = asked.filter(({ kind }) => kind !== 'oos').map(judge);
  const [right, offered, wrong, silent] = (['right', 'offered', 'wrong', 'silent'] as const).map((name) =>
    percent(verdicts, name),
  ) as [number, number, number, number];
  const foreign = asked.filter(({ kind }) => kind === 'oos').map(judge);
  const kinds = (texts: readonly string[]) =>
    texts.map((text) => respond(knowing, { text, day }, undefined).answer.kind);
  const negative = kinds(negatives().map((one) => one.text));
  const held = kinds(knowing.library.entries.flatMap(({ tests }) => tests));
  const [answered, clarified] = [percent(negative, 'answer'), percent(negative, 'clarify')];
  const askedBack = percent(held, 'clarify');
  console.log(
    `${verdicts.length} questions: right ${right.toFixed(1)} %, offered ${offered.toFixed(1)} %, wrong ${wrong.toFixed(1)} %, silent ${silent.toFixed(1)} %`,
  );
  console.log(`${foreign.length} none of its business: answered ${foreign.filter((one) => one === 'wrong').length}`);
  console.log(`${negative.length} negatives: answered ${answered.toFixed(1)} %, clarified ${clarified.toFixed(1)} %`);
  console.log(`${held.length} held-out questions: asked back ${askedBack.toFixed(1)} %`);
  const misses = [
    ...(right + offered >= BARS.found && wrong <= BARS.wrong
      ? []
      : [`${BARS.found} % right or offered and at most ${BARS.wrong} % wrong are wanted`]),
    ...(answered <= NEGATIVE_BARS.answered && clarified <= NEGATIVE_BARS.clarified
      ? []
      : [
          `of the negatives at most ${NEGATIVE_BARS.answered} % may be answered, ${NEGATIVE_BARS.clarified} % clarified`,
        ]),
    ...(askedBack <= ASKED_BACK_BAR ? [] : [`at most ${ASKED_BACK_BAR} % of held-out questions may be asked back`]),
  ];
  for (const miss of misses) console.error(miss);
  return misses.length > 0 ? 1 : 0;
}

function percent<T>(values: readonly T[], wanted: T): number {
  return (100 * values.filter((value) => value === wanted).length) / Math.max(1, values.length);
}

type Verdict = 'right' | 'offered' | 'wrong' | 'silent';

function judgeWith(knowing: Parameters<typeof respond>[0]) {
  return ({ text, must, kind }: Asked): Verdict => {
    const holds = (shown: string) =>
      kind !== 'oos' && must.every((group) => group.some((pattern) => new RegExp(pattern, 'i').test(shown)));
    const { answer, context } = respond(knowing, { text, day }, undefined);
    if (answer.kind === 'answer') return holds(shownOf(answer)) ? 'right' : 'wrong';
    if (answer.kind !== 'clarify') return 'silent';
    const choices = answer.choices.slice(0, 3).flatMap(({ action }) => carryOut(knowing, action, day, context) ?? []);
    return choices.some((choice) => holds(shownOf(choice.answer))) ? 'offered' : 'silent';
  };
}

function shownOf(answer: Parameters<typeof plainText>[0]): string {
  return (plainText(answer).split(/^\W{0,4}sources?\b\W*$|^\W{0,4}sources?:/im)[0] ?? '').slice(0, READ);
}
