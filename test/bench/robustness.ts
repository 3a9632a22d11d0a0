import type { Decision } from '../../src/routing/decision.ts';
import { createRouter } from '../../src/routing/route.ts';
import { createChance, pick } from './chance.ts';
import { shippedLibrary } from './own.ts';

/** Share of questions, in percent, whose decision may flip. */
const BAR = 2;
/** Questions measured, evenly drawn from the held-out ones. */
const SAMPLE = 600;

const HEALTHY_LOG = `
2026-12-02 10:14:03 INFO starting worker 3 of 8
2026-12-02 10:14:04 INFO loaded configuration from settings.yaml
2026-12-02 10:14:05 INFO listening on port 8080
[INFO] epoch 1/10 step 100 loss 0.4312 ok
[INFO] epoch 1/10 step 200 loss 0.4108 ok
2026-12-02 10:15:11 INFO checkpoint saved, 0 errors, 0 warnings`;

const CHANGES: Readonly<Record<string, (text: string, chance: () => number) => string>> = {
  greeting: (text, chance) => `${pick(['hey', 'hi all,', 'Hello!', 'good morning everyone,'], chance)} ${text}`,
  politeness: (text, chance) =>
    `${text} ${pick(['please', 'thanks in advance!', 'pls', 'any help is appreciated'], chance)}`,
  'lower case': (text) => text.toLowerCase(),
  'upper case': (text) => text.toUpperCase(),
  'typos in a fifth of the words': typos,
  'code fence': (text) => `\`\`\`\n${text}\n\`\`\``,
  'healthy trailing log': (text) => `${text}\n${HEALTHY_LOG}`,
};

/** Measures how often a change that changes nothing about a question flips what the router decides. */
export async function robustness(words: readonly string[]): Promise<number> {
  const library = shippedLibrary();
  const router = createRouter(library);
  const all = library.entries.flatMap(({ tests }) => tests);
  const step = Math.max(1, all.length / SAMPLE);
  const questions = Array.from({ length: Math.min(all.length, SAMPLE) }, (_, k) => all[Math.floor(k * step)] as string);
  console.log(`| change | n | flips % |\n|---|---|---|`);
  let flips = 0;
  let count = 0;
  for (const [name, change] of Object.entries(CHANGES)) {
    const chance = createChance(7);
    const flipped = questions.filter(
      (text) => outcome(router.route({ text })) !== outcome(router.route({ text: change(text, chance) })),
    );
    flips += flipped.length;
    count += questions.length;
    console.log(`| ${name} | ${questions.length} | ${((100 * flipped.length) / questions.length).toFixed(1)} |`);
    if (words.includes('--list')) for (const text of flipped) console.log(`  ${text}`);
  }
  const share = (100 * flips) / Math.max(1, count);
  console.log(`| all | ${count} | ${share.toFixed(1)} |`);
  if (count === 0 || share >= BAR) console.error(`${share.toFixed(1)} % flip, fewer than ${BAR} % may`);
  return count === 0 || share >= BAR ? 1 : 0;
}

/** What a decision comes down to for the asker. */
function outcome(decision: Decision): string {
  if (decision.kind === 'answer') return decision.best.entry.id;
  if (decision.kind !== 'clarify') return decision.kind;
  return decision.options.map((option) => ('entry' in option ? option.entry.id : option.label)).join(' ');
}

/** One slip in a fifth of the plain words of four letters or more: a swap, a loss, a double, a wrong letter. */
function typos(text: string, chance: () => number): string {
  return text.replace(/(?<![\w.\-/])[A-Za-z]{4,}(?![\w.(\-/])/g, (word) => {
    if (chance() >= 0.2 || /[a-z][A-Z]/.test(word)) return word;
    const at = 1 + Math.floor(chance() * (word.length - 2));
    const kind = Math.floor(chance() * 4);
    if (kind === 0) return word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2);
    if (kind === 1) return word.slice(0, at) + word.slice(at + 1);
    if (kind === 2) return word.slice(0, at) + word.charAt(at) + word.slice(at);
    return word.slice(0, at) + pick([...'abcdefghijklmnopqrstuvwxyz'], chance) + word.slice(at + 1);
  });
}
