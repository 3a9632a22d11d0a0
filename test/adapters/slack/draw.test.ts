import fc from 'fast-check';
import { expect, test } from 'vitest';
import { documentOf, sourcesOf } from '#contract';
import { draw } from '../../../adapters/slack/draw.ts';
import { answers, runsOf, squeezed } from '../../contract/answers.ts';
import { replyOf } from '../stub.ts';
import { buttonsIn, problemsOf, readableText } from './payload.ts';

const SWITCHES = { unfurl_links: 'false', unfurl_media: 'false' };

test('1,000 random answers draw within the limits of Slack and lose no text and no button', () => {
  fc.assert(
    fc.property(answers, (answer) => {
      const reply = replyOf(answer);
      const messages = draw(reply);
      expect(messages.flatMap((message) => problemsOf('chat.postMessage', { ...message, ...SWITCHES }))).toEqual([]);
      // A caution that goes on in a second block says again that it is one.
      const text = squeezed(messages.map(readableText).join('')).replaceAll('Caution:', '');
      const runs = runsOf([...documentOf(answer), ...sourcesOf(answer)]).map(squeezed);
      expect(runs.filter((run) => !text.includes(run))).toEqual([]);
      const labels = messages.flatMap(buttonsIn).map(({ label }) => label);
      const offered = [...answer.choices, ...reply.actions].map(({ label }) => label);
      expect(offered.filter((label) => !labels.includes(label) && !text.includes(squeezed(label)))).toEqual([]);
      expect(buttonsIn(messages.at(-1) ?? {}).map(({ label }) => label)).toEqual(labels);
      expect(labels.slice(-2)).toEqual(['Why?', 'Helped']);
    }),
    { numRuns: 1000, endOnFailure: true },
  );
});
