import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { plainText } from '#contract';
import { carryOut, respond } from '../../src/answering/respond.ts';
import { LEARNED, requireKnowing } from '../../src/knowing.ts';

/** A question that somebody asked in public, with the facts that a right answer must hold. */
type Asked = {
  readonly id: string;
  /** True: nobody who wrote knowledge because of the questions ran it; only these tell how we do on unseen ones. */
  readonly kept: boolean;
  /** `oos`: none of our business, to be met with silence or choices. */
  readonly kind: string;
  readonly text: string;
  /** Every group needs one of its patterns in the answer, in any case. */
  readonly must: readonly (readonly string[])[];
};

/** Characters of an answer that count, before its sources: what a reader sees without opening more. */
const READ = 1_800;
/** In percent of the kept questions: at least right or offered, at most wrong. */
const BARS = { found: 80, wrong: 15 };

/** Measures the whole answering path on questions from public trackers. */
export async function field(): Promise<number> {
  const path = fileURLToPath(new URL('../questions/field.jsonl', import.meta.url));
  const asked: Asked[] = readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const judge = judgeWith(requireKnowing([], [LEARNED], () => undefined));
  console.log('| questions | n | right % | offered % | wrong % | silent % |\n|---|---|---|---|---|---|');
  const [kept] = [true, false].map((kept) => {
    const verdicts = asked.filter((one) => one.kept === kept && one.kind !== 'oos').map(judge);
    const percent = (name: Verdict) => (100 * verdicts.filter((one) => one === name).length) / verdicts.length;
    const shares = { right: percent('right'), offered: percent('offered'), wrong: percent('wrong') };
    const cells = [...Object.values(shares), percent('silent')].map((share) => share.toFixed(1));
    console.log(`| ${kept ? 'kept back' : 'written for'} | ${verdicts.length} | ${cells.join(' | ')} |`);
    return shares;
  });
  const foreign = asked.filter(({ kind }) => kind === 'oos').map(judge);
  console.log(`out of scope ${foreign.length}: answered ${foreign.filter((one) => one === 'wrong').length}`);
  const missed = kept === undefined || kept.right + kept.offered < BARS.found || kept.wrong > BARS.wrong;
  if (missed) console.error(`kept back: ${BARS.found} % right or offered and at most ${BARS.wrong} % wrong are wanted`);
  return missed ? 1 : 0;
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
