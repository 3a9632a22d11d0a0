import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { plainText } from '#contract';
import { carryOut, respond } from '../../src/answering/respond.ts';
import { LEARNED, requireKnowing } from '../../src/knowing.ts';

/** A question that somebody asked in public, with the facts that a right answer must hold. */
type Asked = {
  readonly id: string;
  /** `oos`: none of our business, to be met with silence or choices. */
  readonly kind: string;
  readonly text: string;
  /** Every group needs one of its patterns in the answer, in any case. */
  readonly must: readonly (readonly string[])[];
};

/** Characters of an answer that count, before its sources: what a reader sees without opening more. */
const READ = 1_800;
/** In percent: knowledge was written with these questions in hand, so less means that something was lost. */
const BARS = { found: 90, wrong: 6 };

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
  const judge = judgeWith(requireKnowing([], [LEARNED], () => undefined));
  const verdicts = asked.filter(({ kind }) => kind !== 'oos').map(judge);
  const [right, offered, wrong, silent] = (['right', 'offered', 'wrong', 'silent'] as const).map(
    (name) => (100 * verdicts.filter((one) => one === name).length) / verdicts.length,
  ) as [number, number, number, number];
  const foreign = asked.filter(({ kind }) => kind === 'oos').map(judge);
  console.log(
    `${verdicts.length} questions: right ${right.toFixed(1)} %, offered ${offered.toFixed(1)} %, wrong ${wrong.toFixed(1)} %, silent ${silent.toFixed(1)} %`,
  );
  console.log(`${foreign.length} out of scope: answered ${foreign.filter((one) => one === 'wrong').length}`);
  if (right + offered >= BARS.found && wrong <= BARS.wrong) return 0;
  console.error(`${BARS.found} % right or offered and at most ${BARS.wrong} % wrong are wanted`);
  return 1;
}

type Verdict = 'right' | 'offered' | 'wrong' | 'silent';

function judgeWith(knowing: Parameters<typeof respond>[0]) {
  const day = new Date().toISOString().slice(0, 10);
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
